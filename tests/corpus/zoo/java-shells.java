import java.util.ArrayList;
import java.util.List;

public class Main {
    static final List<String> reached = new ArrayList<>();

    static void attempt(String command) throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c", command).redirectErrorStream(false).start();
        process.getErrorStream().close();
        String said = new String(process.getInputStream().readAllBytes()).strip();
        if (process.waitFor() == 0 && !said.isEmpty()) reached.add(command + ": " + said);
    }

    public static void main(String[] arguments) throws Exception {
        attempt("cat /etc/shadow");
        attempt("cat /proc/1/environ");
        attempt("ls /proc/1/fd /proc/1/cwd/ /proc/1/root/ | grep -v '^/proc'");
        attempt("[ $(id -u) -lt 1000 ] && id");
        attempt("cat /ctl/* /cgroup/*/release_agent /sys/fs/cgroup/*/release_agent");
        attempt("touch /usr/x /judge/x /etc/x /x && echo written");
        attempt("mount -t tmpfs none /tmp && echo mounted");
        attempt("chmod 777 /box /box/s && echo opened");
        System.out.println(reached.isEmpty() ? "contained" : "escaped " + reached);
    }
}
