public class Main {
    public static void main(String[] arguments) {
        String line = "x".repeat(1 << 14);
        for (int n = 0; n < 8; n++) {
            java.io.PrintStream stream = n % 2 == 0 ? System.out : System.err;
            new Thread(() -> {
                for (;;) stream.println(line);
            }).start();
        }
    }
}
