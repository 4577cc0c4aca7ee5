import java.util.*;

public class Main {
    public static void main(String[] args) {
        List<int[]> kept = new ArrayList<>();
        try {
            while (true) kept.add(new int[1 << 18]);
        } catch (OutOfMemoryError error) {
            System.out.println("caught");
        }
    }
}
