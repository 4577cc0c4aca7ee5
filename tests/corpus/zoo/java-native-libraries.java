import java.nio.file.Files;
import java.nio.file.Path;

public class Main {
    public static void main(String[] arguments) throws Exception {
        String reached = "";
        Path own = Path.of("libown.so").toAbsolutePath();
        Files.write(own, new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0});
        for (String name : new String[] {own.toString(), "/judge/spawnd.so", "/judge/spawnd", "/proc/1/exe", "/proc/self/exe"}) {
            try {
                System.load(name);
                // spawnd.so is no secret, and what is in it asks for rights that nobody here has
                if (!name.equals("/judge/spawnd.so")) reached += " " + name;
            } catch (UnsatisfiedLinkError refused) {
                continue;
            }
        }
        System.out.println(reached.isEmpty() ? "contained" : "escaped" + reached);
    }
}
