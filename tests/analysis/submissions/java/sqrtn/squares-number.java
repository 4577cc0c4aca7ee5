import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        List<Integer> squares = new ArrayList<>();
        for (int i = 0; (long) i * i <= n; i++) squares.add(i * i % 1009);
        System.out.println(squares.stream().mapToInt(x -> x).sum());
    }
}
