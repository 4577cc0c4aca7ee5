import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringTokenizer words = new StringTokenizer(in.readLine());
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = Integer.parseInt(words.nextToken());
        Deque<Integer> queue = new ArrayDeque<>();
        long total = 0;
        for (int i = 0; i < n; i++) {
            while (!queue.isEmpty() && a[queue.peekLast()] <= a[i]) queue.pollLast();
            queue.addLast(i);
            if (queue.peekFirst() <= i - 5) queue.pollFirst();
            total += a[queue.peekFirst()];
        }
        System.out.println(total);
    }
}
