import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws IOException {
        String s = new BufferedReader(new InputStreamReader(System.in)).readLine().trim();
        int n = s.length();
        StringBuilder out = new StringBuilder();
        for (char c : s.toCharArray()) out.append(c == 'a' ? 'b' : 'a');
        System.out.println(out.reverse());
    }
}
