import java.io.*;
import java.util.*;

public class Main implements Runnable {
    final StreamTokenizer in;
    final int n;
    final int m;
    final boolean[] seen;
    final List<List<Integer>> next = new ArrayList<>();

    Main(StreamTokenizer in, int n, int m) {
        this.in = in;
        this.n = n;
        this.m = m;
        seen = new boolean[n];
    }

    int number() {
        try {
            in.nextToken();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return (int) in.nval;
    }

    int visit(int u) {
        seen[u] = true;
        int size = 1;
        for (int v : next.get(u)) if (!seen[v]) size += visit(v);
        return size;
    }

    public void run() {
        for (int i = 0; i < n; i++) next.add(new ArrayList<>());
        for (int i = 0; i < m; i++) {
            int u = number();
            int v = number();
            next.get(u).add(v);
            next.get(v).add(u);
        }
        System.out.println(visit(0));
    }

    public static void main(String[] arguments) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in));
        in.nextToken();
        int n = (int) in.nval;
        in.nextToken();
        int m = (int) in.nval;
        new Thread(null, new Main(in, n, m), "main", 1 << 27).start();
    }
}
