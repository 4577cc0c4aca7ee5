public class Main {
    public static void main(String[] arguments) {
        /* \u002a\u002f System.out.println("contained"); /* */
    }
}
