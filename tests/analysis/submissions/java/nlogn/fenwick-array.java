import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringTokenizer words = new StringTokenizer(in.readLine());
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = Integer.parseInt(words.nextToken());
        int[] sorted = a.clone();
        Arrays.sort(sorted);
        long[] tree = new long[n + 1];
        long count = 0;
        for (int k = n - 1; k >= 0; k--) {
            int rank = Arrays.binarySearch(sorted, a[k]);
            for (int i = rank; i > 0; i -= i & -i) count += tree[i];
            for (int i = rank + 1; i <= n; i += i & -i) tree[i]++;
        }
        System.out.println(count > 0);
    }
}
