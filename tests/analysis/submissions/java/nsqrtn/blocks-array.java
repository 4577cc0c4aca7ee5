import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringTokenizer words = new StringTokenizer(in.readLine());
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = Integer.parseInt(words.nextToken());
        int width = Math.max(1, (int) Math.sqrt(n));
        long total = 0;
        for (int i = 0; i < n; i++) {
            int least = a[i];
            for (int j = i; j < Math.min(n, i + width); j++) least = Math.min(least, a[j]);
            total += least;
        }
        System.out.println(total);
    }
}
