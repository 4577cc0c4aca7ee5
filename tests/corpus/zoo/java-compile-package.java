package java.lang;

public class String {
    public static void main(String[] arguments) {
        System.out.println("contained");
    }
}
