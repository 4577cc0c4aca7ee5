import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int[][] d = new int[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) d[i][j] = (i * 7919 + j * 104729) % 1009;
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) d[i][j] = Math.min(d[i][j], d[i][k] + d[k][j]);
        System.out.println(d[n - 1][0]);
    }
}
