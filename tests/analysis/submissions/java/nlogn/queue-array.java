import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringTokenizer words = new StringTokenizer(in.readLine());
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = Integer.parseInt(words.nextToken());
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        for (int x : a) queue.add(x);
        long hash = 0;
        while (!queue.isEmpty()) hash = (hash * 31 + queue.poll()) % 1000003;
        System.out.println(hash);
    }
}
