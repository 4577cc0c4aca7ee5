public class Main {
    static int down(int depth) {
        return depth == 0 ? 0 : 1 + down(depth - 1);
    }

    public static void main(String[] arguments) throws Exception {
        for (int n = 0; n < 64; n++) {
            Thread thread = new Thread(null, () -> {
                down(4_000_000);
                for (;;) Thread.onSpinWait();
            }, "deep", 1L << 30);
            thread.start();
        }
    }
}
