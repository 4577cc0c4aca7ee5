public class Main {
    public static void main(String[] args) {
        int n = "1";
        System.out.println(n);
    }
}
