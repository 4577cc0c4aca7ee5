import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long sum = (long) n * (n + 1) / 2;
        System.out.println(sum % 1000003);
    }
}
