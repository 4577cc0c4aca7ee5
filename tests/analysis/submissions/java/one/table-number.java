import java.io.*;
import java.util.*;
import java.util.stream.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int[] squares = IntStream.range(0, 64).map(x -> x * x).toArray();
        System.out.println(squares[n % 64]);
    }
}
