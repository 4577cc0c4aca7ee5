public class Main {
    static void down() {
        try {
            down();
        } finally {
            down();
        }
    }

    public static void main(String[] arguments) {
        down();
    }
}
