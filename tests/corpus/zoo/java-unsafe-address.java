import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class Main {
    public static void main(String[] arguments) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        for (long address = 0x1000; address != 0; address += 0x1000000) unsafe.putLong(address, 42);
        System.out.println("escaped: every address can be written");
    }
}
