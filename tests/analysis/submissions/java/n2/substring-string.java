import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        String s = new BufferedReader(new InputStreamReader(System.in)).readLine().trim();
        int n = s.length();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < n; i++) seen.add(s.substring(i));
        System.out.println(seen.size());
    }
}
