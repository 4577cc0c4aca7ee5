import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Scanner;

public class Main {
    public static void main(String[] arguments) {
        String reached = "";
        try (FileChannel file = FileChannel.open(Path.of("/proc/self/fd/0"), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap("9 9\n".getBytes()), 0);
            file.truncate(1);
            reached = " wrote";
        } catch (java.io.IOException refused) {
            reached = "";
        }
        Scanner in = new Scanner(System.in);
        if (in.nextInt() != 3 || in.nextInt() != 4) reached += " changed";
        System.out.println(reached.isEmpty() ? "contained" : "escaped" + reached);
    }
}
