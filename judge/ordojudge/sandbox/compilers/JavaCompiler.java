// Compiles one Java source after another in one warm JVM, in memory: source in, jar out.
// Started without arguments it serves as compile_server.py says; with SOURCE and PRODUCT it compiles one file.

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public class JavaCompiler {
    static final int MOST_MESSAGES = 20;
    static final javax.tools.JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2) {
            Result result = new Result();
            try {
                result = compile(Files.readAllBytes(Path.of(arguments[0])));
            } catch (VirtualMachineError | IllegalStateException error) {
                Throwable cause = error.getCause() == null ? error : error.getCause();
                result.message = cause instanceof StackOverflowError ? "Main.java: nested too deeply for the compiler\n"
                        : cause instanceof OutOfMemoryError ? "Main.java: takes more memory than the compiler has\n"
                        : "Main.java: the compiler failed: " + cause + "\n";
            }
            System.out.print(result.message);
            if (result.jar == null) System.exit(1);
            Files.write(Path.of(arguments[1]), result.jar);
            return;
        }
        // A source that makes the compiler itself fail ends the server: a class of the compiler whose start was
        // broken off, as by a stack that ran out, stays broken for every later source.
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(System.out);
        for (;;) {
            byte[] source = new byte[in.readInt()];
            in.readFully(source);
            Result result = compile(source);
            byte[] message = result.message.getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            DataOutputStream fields = new DataOutputStream(answer);
            fields.writeByte(result.jar == null ? 0 : 1);
            fields.writeInt(message.length);
            fields.write(message);
            fields.writeInt(result.jar == null ? 0 : result.jar.length);
            if (result.jar != null) fields.write(result.jar);
            out.write(answer.toByteArray());
            out.flush();
        }
    }

    static final class Result {
        String message = "";
        byte[] jar;
    }

    // The source, whatever its public class is called.
    static final class Source extends SimpleJavaFileObject {
        final String text;

        Source(byte[] bytes) {
            super(URI.create("string:///Main.java"), Kind.SOURCE);
            text = new String(bytes, StandardCharsets.UTF_8);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String name, Kind kind) {
            return true;
        }

        @Override
        public NestingKind getNestingKind() {
            return null;
        }
    }

    // Where class files go.
    static final class Classes extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, ByteArrayOutputStream> content = new LinkedHashMap<>();

        Classes(JavaFileManager behind) {
            super(behind);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            content.put(name.replace('.', '/') + ".class", bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + content.size()), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }

    // Kept open: it knows the platform's classes.
    static StandardJavaFileManager platform;

    static Result compile(byte[] source) throws java.io.IOException {
        Result result = new Result();
        if (platform == null) platform = COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        Classes classes = new Classes(platform);
        StringWriter failure = new StringWriter(); // where the compiler reports what it does wrong itself
        JavacTask task = (JavacTask) COMPILER.getTask(
                failure, classes, said, List.of("-proc:none", "-nowarn", "-Xlint:none", "-g:source,lines",
                        "-classpath", "", "-Xmaxerrs", "" + MOST_MESSAGES),
                null, List.of(new Source(source)));
        String main = null;
        for (CompilationUnitTree unit : task.parse()) {
            String found = mainClass(unit);
            if (main == null) main = found;
        }
        task.generate();
        StringBuilder text = new StringBuilder();
        boolean refused = false;
        int count = 0;
        for (Diagnostic<? extends JavaFileObject> each : said.getDiagnostics()) {
            if (each.getKind() != Diagnostic.Kind.ERROR) continue;
            refused = true;
            if (count++ < MOST_MESSAGES)
                text.append("Main.java:").append(each.getLineNumber()).append(": ")
                        .append(each.getMessage(null)).append('\n');
        }
        if (!refused && main == null) {
            refused = true;
            text.append("Main.java: no class has a method `public static void main(String[])`\n");
        }
        boolean lacking = !refused && !classes.content.containsKey(main.replace('.', '/') + ".class");
        if (lacking || failure.getBuffer().length() > 0)
            throw new IllegalStateException(failure.toString().lines().findFirst().orElse("no class was made"));
        if (!refused) result.jar = jar(main, classes.content);
        if (text.length() > 8192) text.setLength(8192);
        result.message = text.toString();
        return result;
    }

    // The first class of the source that can be started, a public one before others.
    static String mainClass(CompilationUnitTree unit) {
        String prefix = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
        String found = null;
        for (Tree tree : unit.getTypeDecls()) {
            if (!(tree instanceof ClassTree)) continue;
            ClassTree type = (ClassTree) tree;
            if (!hasMain(type)) continue;
            if (type.getModifiers().getFlags().contains(Modifier.PUBLIC)) return prefix + type.getSimpleName();
            if (found == null) found = prefix + type.getSimpleName();
        }
        return found;
    }

    static boolean hasMain(ClassTree type) {
        boolean contract = type.getKind() == Tree.Kind.INTERFACE;
        for (Tree member : type.getMembers()) {
            if (!(member instanceof MethodTree)) continue;
            MethodTree method = (MethodTree) member;
            boolean open = contract || method.getModifiers().getFlags().contains(Modifier.PUBLIC);
            if (open && method.getName().contentEquals("main") && method.getParameters().size() == 1
                    && method.getModifiers().getFlags().contains(Modifier.STATIC)) return true;
        }
        return false;
    }

    // Stored and not compressed: it is read once for each test.
    static byte[] jar(String main, Map<String, ByteArrayOutputStream> classes) throws java.io.IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setMethod(ZipOutputStream.STORED);
            // A line of a manifest may have 72 bytes; a continued one begins with a blank.
            byte[] line = ("Main-Class: " + main).getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream manifest = new ByteArrayOutputStream();
            manifest.writeBytes("Manifest-Version: 1.0\n".getBytes(StandardCharsets.UTF_8));
            for (int at = 0; at < line.length; at += 70) {
                if (at > 0) manifest.write(' ');
                manifest.write(line, at, Math.min(70, line.length - at));
                manifest.write('\n');
            }
            put(zip, "META-INF/MANIFEST.MF", manifest.toByteArray());
            for (Map.Entry<String, ByteArrayOutputStream> each : classes.entrySet())
                put(zip, each.getKey(), each.getValue().toByteArray());
        }
        return bytes.toByteArray();
    }

    static void put(ZipOutputStream zip, String name, byte[] content) throws java.io.IOException {
        CRC32 sum = new CRC32();
        sum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        entry.setSize(content.length);
        entry.setCompressedSize(content.length);
        entry.setCrc(sum.getValue());
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }
}
