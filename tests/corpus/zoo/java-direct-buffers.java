import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

public class Main {
    public static void main(String[] arguments) {
        List<ByteBuffer> kept = new ArrayList<>();
        for (;;) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
            while (buffer.hasRemaining()) buffer.putLong(1);
            kept.add(buffer);
        }
    }
}
