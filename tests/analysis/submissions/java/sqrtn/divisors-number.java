import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int count = 0;
        for (int i = 1; (long) i * i <= n; i++) if (n % i == 0) count += i == n / i ? 1 : 2;
        System.out.println(count);
    }
}
