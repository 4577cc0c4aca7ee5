import java.io.File;
import java.util.ArrayList;
import java.util.List;

public class Main {
    public static void main(String[] arguments) {
        List<String> found = new ArrayList<>();
        for (String folder : new String[] {"/tmp", "/proc/1/root/tmp", "/dev/shm"}) {
            String[] names = new File(folder).list();
            if (names == null) continue;
            for (String name : names) found.add(folder + "/" + name);
        }
        System.out.println(found.isEmpty() ? "contained" : "escaped " + found);
    }
}
