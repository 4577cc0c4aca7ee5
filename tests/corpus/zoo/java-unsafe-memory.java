import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class Main {
    public static void main(String[] arguments) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        for (int n = 0; n < 4096; n++) unsafe.setMemory(unsafe.allocateMemory(1 << 20), 1 << 20, (byte) 1);
        System.out.println("escaped: took 4 GiB");
    }
}
