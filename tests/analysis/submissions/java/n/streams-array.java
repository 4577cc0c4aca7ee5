import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringTokenizer words = new StringTokenizer(in.readLine());
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = Integer.parseInt(words.nextToken());
        System.out.println(Arrays.stream(a).filter(x -> x % 3 == 0).map(x -> x / 3).mapToLong(x -> x).sum());
    }
}
