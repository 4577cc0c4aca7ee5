import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringTokenizer words = new StringTokenizer(in.readLine());
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = Integer.parseInt(words.nextToken());
        LinkedList<Integer> list = new LinkedList<>();
        for (int x : a) list.add(x);
        long total = 0;
        for (int i = 0; i < n; i++) total += list.get(i);
        System.out.println(total);
    }
}
