import java.io.*;
import java.util.*;

public class Main {
    static void sort(int[] a, int[] spare, int from, int to) {
        if (to - from < 2) return;
        int middle = (from + to) / 2;
        sort(a, spare, from, middle);
        sort(a, spare, middle, to);
        int i = from;
        int j = middle;
        for (int k = from; k < to; k++) spare[k] = j == to || i < middle && a[i] <= a[j] ? a[i++] : a[j++];
        System.arraycopy(spare, from, a, from, to - from);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringTokenizer words = new StringTokenizer(in.readLine());
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = Integer.parseInt(words.nextToken());
        sort(a, new int[n], 0, n);
        System.out.println(a[n / 2]);
    }
}
