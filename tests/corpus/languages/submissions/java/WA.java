import java.util.*;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = 0;
        Set<Long> seen = new TreeSet<>();
        while (n-- > 0) seen.add(in.nextLong());
        for (long x : seen) sum += (int) x;
        System.out.println(seen.size() + " " + sum);
    }
}
