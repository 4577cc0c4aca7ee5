import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        String s = new BufferedReader(new InputStreamReader(System.in)).readLine().trim();
        int n = s.length();
        String t = new StringBuilder(s).reverse().toString();
        int[][] best = new int[n + 1][n + 1];
        for (int i = 1; i <= n; i++)
            for (int j = 1; j <= n; j++)
                best[i][j] = s.charAt(i - 1) == t.charAt(j - 1) ? best[i - 1][j - 1] + 1 : Math.max(best[i - 1][j], best[i][j - 1]);
        System.out.println(best[n][n]);
    }
}
