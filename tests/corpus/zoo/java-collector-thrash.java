import java.util.ArrayDeque;

public class Main {
    public static void main(String[] arguments) {
        ArrayDeque<byte[]> kept = new ArrayDeque<>();
        long room = Runtime.getRuntime().maxMemory() * 9 / 10;
        for (;;) {
            kept.add(new byte[1024]);
            if (kept.size() * 1040L > room) kept.poll();
        }
    }
}
