import java.util.HashSet;
import java.util.Set;

public class Main {
    public static void main(String[] arguments) {
        Set<Object> root = new HashSet<>();
        Set<Object> left = root, right = new HashSet<>();
        for (int n = 0; n < 100; n++) {
            Set<Object> a = new HashSet<>(), b = new HashSet<>();
            a.add("x");
            left.add(a);
            left.add(b);
            right.add(a);
            right.add(b);
            left = a;
            right = b;
        }
        System.out.println(root.hashCode());
    }
}
