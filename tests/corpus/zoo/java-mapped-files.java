import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

public class Main {
    public static void main(String[] arguments) throws Exception {
        for (int n = 0;; n++) {
            FileChannel file = FileChannel.open(Path.of("map" + n), StandardOpenOption.CREATE,
                    StandardOpenOption.READ, StandardOpenOption.WRITE);
            MappedByteBuffer map = file.map(FileChannel.MapMode.READ_WRITE, 0, 512 << 10);
            while (map.hasRemaining()) map.putLong(1);
        }
    }
}
