import java.lang.reflect.AccessibleObject;

public class Main {
    public static void main(String[] arguments) throws Exception {
        String reached = "";
        AccessibleObject[] insides = {
            Class.forName("java.lang.ProcessImpl").getDeclaredMethods()[0],
            ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class),
            Class.forName("jdk.internal.misc.Unsafe").getDeclaredMethod("getUnsafe"),
            Class.forName("java.lang.Shutdown").getDeclaredMethod("halt0", int.class),
            System.class.getDeclaredField("out"),
        };
        for (AccessibleObject each : insides) {
            try {
                each.setAccessible(true);
                reached += " " + each;
            } catch (RuntimeException refused) {
                continue;
            }
        }
        System.out.println(reached.isEmpty() || reached.contains("System.out") ? "contained" : "escaped" + reached);
    }
}
