import java.io.File;
import java.io.IOException;

public class Main {
    public static void main(String[] arguments) {
        try {
            for (int n = 0; n < 100_000; n++) new File("f" + n).createNewFile();
            System.out.println("escaped: 100,000 files");
        } catch (IOException refused) {
            System.out.println("contained");
        }
    }
}
