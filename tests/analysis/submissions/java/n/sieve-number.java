import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int[] least = new int[n + 1];
        int[] primes = new int[n + 1];
        int count = 0;
        for (int i = 2; i <= n; i++) {
            if (least[i] == 0) {
                least[i] = i;
                primes[count++] = i;
            }
            for (int j = 0; j < count && primes[j] <= least[i] && (long) i * primes[j] <= n; j++) least[i * primes[j]] = primes[j];
        }
        System.out.println(count);
    }
}
