import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringTokenizer head = new StringTokenizer(in.readLine());
        int n = Integer.parseInt(head.nextToken());
        int m = Integer.parseInt(head.nextToken());
        int[] a = Arrays.stream(in.readLine().split(" ")).mapToInt(Integer::parseInt).toArray();
        int[] b = Arrays.stream(in.readLine().split(" ")).mapToInt(Integer::parseInt).toArray();
        Arrays.sort(a);
        long total = 0;
        for (int y : b) {
            int low = 0;
            int high = n;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (a[middle] < y) low = middle + 1;
                else high = middle;
            }
            total += low;
        }
        System.out.println(total);
    }
}
