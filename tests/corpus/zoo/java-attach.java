import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

public class Main {
    public static void main(String[] arguments) throws Exception {
        String reached = "";
        long mine = ProcessHandle.current().pid();
        for (String name : new File("/proc").list()) {
            if (!name.matches("[0-9]+") || Long.parseLong(name) == mine) continue;
            // how tools attach: a file that asks for it, and the signal at which a Java machine looks for it
            Files.deleteIfExists(Path.of("/tmp/.attach_pid" + name));
            Files.createFile(Path.of("/tmp/.attach_pid" + name));
            Process quit = new ProcessBuilder("/bin/sh", "-c", "kill -QUIT " + name).start();
            if (quit.waitFor() == 0) reached += " signalled " + name;
        }
        Thread.sleep(100);
        for (String name : new File("/tmp").list())
            if (name.startsWith(".java_pid")) reached += " attached " + name;
        try {
            Class<?> machine = Class.forName("com.sun.tools.attach.VirtualMachine");
            Object others = machine.getMethod("list").invoke(null);
            for (Object other : (java.util.List<?>) others) {
                if (other.toString().contains(" " + mine + ":")) continue;
                machine.getMethod("attach", other.getClass()).invoke(null, other);
                reached += " attached " + other;
            }
        } catch (ReflectiveOperationException refused) {
            // there is no such class, or nobody to attach to
        }
        System.out.println(reached.isEmpty() ? "contained" : "escaped" + reached);
    }
}
