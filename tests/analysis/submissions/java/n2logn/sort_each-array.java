import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringTokenizer words = new StringTokenizer(in.readLine());
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = Integer.parseInt(words.nextToken());
        long total = 0;
        for (int i = 0; i < n; i++) {
            int[] copy = new int[n];
            for (int j = 0; j < n; j++) copy[j] = (int) ((long) a[j] * (i + 7) % 1000003);
            Arrays.sort(copy);
            total += copy[n / 2];
        }
        System.out.println(total);
    }
}
