import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

public class Main {
    interface Nothing {
        void nothing();
    }

    public static void main(String[] arguments) {
        List<Object> kept = new ArrayList<>();
        for (;;) {
            ClassLoader loader = new ClassLoader(Main.class.getClassLoader()) { };
            kept.add(Proxy.newProxyInstance(loader, new Class<?>[] {Nothing.class}, (a, b, c) -> null));
        }
    }
}
