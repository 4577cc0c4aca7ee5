import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int steps = 0;
        while (n > 1) {
            n /= 2;
            steps++;
        }
        System.out.println(steps);
    }
}
