import box.s.*;
import box.w.*;
import judge.compilers.JavaCompiler;
import proc.self.cwd.*;
import tmp.*;

public class Main {
    public static void main(String[] arguments) {
        JavaCompiler.main(arguments);
    }
}
