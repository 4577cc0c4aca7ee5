import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.element.TypeElement;

public class Main {
    @Deprecated
    public static void main(String[] arguments) {
        System.out.println("contained");
    }

    @SupportedAnnotationTypes("*")
    public static class Processor extends AbstractProcessor {
        static {
            Runtime.getRuntime().halt(0);
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            throw new Error("the compiler runs what it compiles");
        }
    }
}
