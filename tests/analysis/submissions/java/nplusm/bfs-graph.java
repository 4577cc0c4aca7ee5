import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in));
        in.nextToken();
        int n = (int) in.nval;
        in.nextToken();
        int m = (int) in.nval;
        List<List<Integer>> next = new ArrayList<>();
        for (int i = 0; i < n; i++) next.add(new ArrayList<>());
        for (int i = 0; i < m; i++) {
            in.nextToken();
            int u = (int) in.nval;
            in.nextToken();
            int v = (int) in.nval;
            next.get(u).add(v);
            next.get(v).add(u);
        }
        int[] distance = new int[n];
        Arrays.fill(distance, -1);
        Queue<Integer> queue = new LinkedList<>();
        queue.add(0);
        distance[0] = 0;
        int reached = 0;
        while (!queue.isEmpty()) {
            int u = queue.poll();
            reached++;
            for (int v : next.get(u)) {
                if (distance[v] < 0) {
                    distance[v] = distance[u] + 1;
                    queue.add(v);
                }
            }
        }
        System.out.println(reached);
    }
}
