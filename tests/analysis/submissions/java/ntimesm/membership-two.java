import java.io.*;
import java.util.*;
import java.util.stream.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringTokenizer head = new StringTokenizer(in.readLine());
        int n = Integer.parseInt(head.nextToken());
        int m = Integer.parseInt(head.nextToken());
        int[] a = Arrays.stream(in.readLine().split(" ")).mapToInt(Integer::parseInt).toArray();
        int[] b = Arrays.stream(in.readLine().split(" ")).mapToInt(Integer::parseInt).toArray();
        List<Integer> list = Arrays.stream(a).boxed().collect(Collectors.toList());
        System.out.println(Arrays.stream(b).filter(y -> list.indexOf(y) >= 0).count() + " of " + m);
    }
}
