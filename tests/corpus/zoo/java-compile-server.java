import java.io.File;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

public class Main {
    interface Attempt {
        void make() throws Exception;
    }

    static final List<String> reached = new ArrayList<>();

    static void attempt(String what, Attempt attempt) {
        try {
            attempt.make();
            reached.add(what);
        } catch (Exception refused) {
            return;
        }
    }

    public static void main(String[] arguments) {
        long mine = ProcessHandle.current().pid();
        for (String pid : new File("/proc").list()) {
            if (!pid.matches("[0-9]+") || Long.parseLong(pid) == mine) continue;
            String folder = "/proc/" + pid + "/";
            attempt(folder + "environ", () -> new RandomAccessFile(folder + "environ", "r").read());
            attempt(folder + "maps", () -> Files.readString(Path.of(folder + "maps")).charAt(0));
            for (String mode : new String[] {"r", "rw"})
                attempt(folder + "mem " + mode, () -> new RandomAccessFile(folder + "mem", mode));
            for (int n = 0; n < 8; n++) {
                String file = folder + "fd/" + n;
                attempt(file, () -> new RandomAccessFile(file, "r"));
            }
            attempt(folder + "root", () -> Files.list(Path.of(folder + "root/")).count());
            attempt(folder + "cwd", () -> Files.list(Path.of(folder + "cwd/")).count());
            attempt(folder + "oom_score_adj", () -> Files.writeString(Path.of(folder + "oom_score_adj"), "1000"));
            attempt(folder + "clear_refs", () -> Files.writeString(Path.of(folder + "clear_refs"), "5"));
        }
        ProcessHandle.allProcesses().filter(each -> each.pid() != mine).forEach(each -> {
            if (each.destroyForcibly()) reached.add("ended " + each.pid());
        });
        System.out.println(reached.isEmpty() ? "contained" : "escaped " + reached);
    }
}
