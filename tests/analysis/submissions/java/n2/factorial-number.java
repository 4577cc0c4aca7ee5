import java.io.*;
import java.math.BigInteger;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        BigInteger product = BigInteger.ONE;
        for (int i = 0; i < n; i++) product = product.multiply(BigInteger.valueOf(1000003)).add(BigInteger.TEN);
        System.out.println(product.mod(BigInteger.valueOf(1009)));
    }
}
