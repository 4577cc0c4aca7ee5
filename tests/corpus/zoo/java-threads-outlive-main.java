public class Main {
    public static void main(String[] arguments) {
        System.out.println("contained");
        System.out.flush();
        new Thread(() -> {
            for (;;) {
                try {
                    Thread.sleep(10);
                } catch (InterruptedException woken) {
                    Thread.yield();
                }
            }
        }).start();
    }
}
