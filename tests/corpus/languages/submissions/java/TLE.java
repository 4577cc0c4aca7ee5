public class Main {
    static volatile long n = 1;

    public static void main(String[] args) {
        while (n != 0) n |= 1;
        System.out.println(n);
    }
}
