import java.io.*;
import java.util.*;

public class Main {
    static int count(int k) {
        return k == 0 ? 1 : (count(k - 1) + count(k - 1)) % 1000003;
    }

    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        System.out.println(count(n));
    }
}
