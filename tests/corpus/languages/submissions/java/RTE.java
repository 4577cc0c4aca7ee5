public class Main {
    public static void main(String[] args) {
        int[] v = new int[3];
        System.out.println(v[3]);
    }
}
