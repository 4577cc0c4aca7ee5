import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int total = 0;
        for (int x = 1; x <= n; x++) for (int d = 1; (long) d * d <= n; d++) if (x % d == 0) total++;
        System.out.println(total);
    }
}
