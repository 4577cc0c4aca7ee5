import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        String s = new BufferedReader(new InputStreamReader(System.in)).readLine().trim();
        int n = s.length();
        String out = "";
        for (int i = 0; i < n; i++) out += s.charAt(i);
        System.out.println(out.equals(s));
    }
}
