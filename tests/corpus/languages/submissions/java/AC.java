import java.io.*;
import java.util.*;

class Distinct {
    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        in.nextToken();
        Set<Long> seen = new HashSet<>();
        for (int n = (int) in.nval; n > 0; n--) {
            in.nextToken();
            seen.add((long) in.nval);
        }
        long sum = 0;
        for (long x : seen) sum += x;
        System.out.println(seen.size() + " " + sum);
    }
}
