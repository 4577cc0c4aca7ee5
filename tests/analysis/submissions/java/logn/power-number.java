import java.io.*;
import java.util.*;

public class Main {
    static long power(long base, int exponent) {
        if (exponent == 0) return 1;
        long half = power(base, exponent / 2);
        long square = half * half % 1000003;
        return exponent % 2 == 0 ? square : square * base % 1000003;
    }

    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        System.out.println(power(3, n));
    }
}
