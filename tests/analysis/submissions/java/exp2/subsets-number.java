import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        List<Integer> sums = new ArrayList<>(List.of(0));
        for (int i = 1; i <= n; i++) {
            int last = sums.size();
            for (int j = 0; j < last; j++) sums.add((sums.get(j) * 3 + i) % 1009);
        }
        System.out.println(sums.get(sums.size() - 1));
    }
}
