public class Main {
    public static void main(String[] arguments) {
        for (;;) {
            Thread thread = new Thread(() -> {
                for (;;) {
                    try {
                        Thread.sleep(1000);
                    } catch (InterruptedException woken) {
                        Thread.yield();
                    }
                }
            });
            thread.start();
        }
    }
}
