public class Main {
    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            for (;;) Thread.onSpinWait();
        }));
        System.out.println("contained");
    }
}
