// Rewrites class files so that turns of loops and memory gone over count as steps, and each method of the program's.
//
// CountJava platform PRODUCT FOLDER...  the platform's classes, with the compiled classes of some folders
// CountJava program JAR PRODUCT         a program's jar; refuses one that could get at the count, or work uncounted
// CountJava driven:NODE,... JAR PRODUCT the same where the judge's driver is in the jar, with some kinds of nodes
//
// Of a program everything that it names is looked at: it may use what contest programs use. Code that could be
// reached in other ways (reflection, method handles, other processes, files, executors) is refused by name, so a
// program can't find the counter, whose class no compiler offers.

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.ConstantDynamic;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;
import jdk.internal.org.objectweb.asm.Type;

public class CountJava {
    static final int ASM = Opcodes.ASM8;
    static final String STEPS = "java/lang/Steps";

    // Whole packages of the platform that are counted, without those below them.
    static final List<String> COUNTED_PACKAGES = List.of("java/util", "java/util/stream", "java/math");
    static final Set<String> COUNTED = Set.of(
            "java/lang/String", "java/lang/StringLatin1", "java/lang/StringUTF16", "java/lang/AbstractStringBuilder",
            "java/lang/StringBuilder", "java/lang/StringBuffer", "java/lang/StringConcatHelper",
            "java/util/concurrent/ConcurrentHashMap", "java/util/concurrent/ConcurrentSkipListMap",
            "java/util/concurrent/CopyOnWriteArrayList", "java/util/concurrent/PriorityBlockingQueue",
            "java/util/concurrent/LinkedBlockingDeque", "java/util/concurrent/ConcurrentLinkedDeque");

    // Their loops go over the characters of one text.
    static final Set<String> TEXTS = Set.of(
            "java/lang/String", "java/lang/StringLatin1", "java/lang/StringUTF16", "java/lang/AbstractStringBuilder",
            "java/lang/StringConcatHelper");

    // Reading and formatting cost every program about the same, which would hide what it does besides.
    static final Set<String> UNCOUNTED = Set.of(
            "java/util/Scanner", "java/util/StringTokenizer", "java/util/Formatter", "java/util/Locale",
            "java/util/ResourceBundle", "java/util/ServiceLoader", "java/util/Calendar", "java/util/Properties",
            "java/util/WeakHashMap", "java/util/IdentityHashMap", "java/util/Random", "java/util/Timer",
            "java/util/ImmutableCollections");

    // Classes that begin with the time, so that no two runs are the same: their clock stands still.
    static final Set<String> CLOCKED = Set.of(
            "java/util/ImmutableCollections", "java/util/Random", "java/util/SplittableRandom",
            "java/util/concurrent/ThreadLocalRandom");

    // What loads and links a program's classes, and what looks up the customs of a country: no step of the program,
    // and not the same in each run. What reads a line costs more from some length on, which would look like growth.
    // None of it calls the program, which may have no streams of its own.
    static final Map<String, Set<String>> LINKING = Map.of(
            "java/lang/invoke/MethodHandleNatives",
            Set.of("linkCallSite", "linkMethod", "linkMethodHandleConstant", "linkDynamicConstant"),
            "jdk/internal/loader/BuiltinClassLoader", Set.of("loadClassOrNull"),
            "java/text/DecimalFormatSymbols", Set.of("<init>", "getInstance"),
            "java/text/NumberFormat", Set.of("getInstance"),
            "java/util/Scanner", Set.of("<init>", "useLocale"), "java/io/BufferedReader", Set.of("readLine"));

    // Methods that match texts against patterns, whose own code isn't counted.
    static final Set<String> MATCHING = Set.of("split", "matches", "replaceAll", "replaceFirst");

    public static void main(String[] arguments) throws Exception {
        Path product;
        byte[] made;
        if (arguments[0].equals("platform")) {
            product = Path.of(arguments[1]);
            made = platform(List.of(arguments).subList(2, arguments.length));
        } else {
            product = Path.of(arguments[2]);
            try {
                made = program(arguments[1], arguments[0]);
            } catch (Refused refused) {
                System.out.println(refused.getMessage());
                System.exit(1);
                return;
            }
        }
        Files.write(product, made);
    }

    static final class Refused extends RuntimeException {
        Refused(String what) {
            super("it uses " + what + ", by which code can run uncounted");
        }
    }

    // --- what is rewritten

    static byte[] platform(List<String> folders) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : folders) {
                Path folder = Path.of(name);
                for (Path file : filesOf(folder)) put(zip, folder.relativize(file).toString(), Files.readAllBytes(file));
            }
            FileSystem modules = FileSystems.getFileSystem(URI.create("jrt:/"));
            Path base = modules.getPath("/modules/java.base");
            for (String type : LINKING.keySet()) {
                Set<String> methods = LINKING.get(type);
                put(zip, type + ".class", aside(Files.readAllBytes(base.resolve(type + ".class")), methods));
            }
            String thread = "java/lang/Thread.class";
            put(zip, thread, started(Files.readAllBytes(base.resolve(thread))));
            for (String part : List.of("java/util", "java/math", "java/lang"))
                for (Path file : filesOf(base.resolve(part))) {
                    String name = base.relativize(file).toString();
                    String type = name.endsWith(".class") ? name.substring(0, name.length() - 6) : "";
                    if (CLOCKED.contains(type)) put(zip, name, stilled(Files.readAllBytes(file)));
                    else if (!type.isEmpty() && isCounted(type)) put(zip, name, rewritten(Files.readAllBytes(file), false));
                }
        }
        return bytes.toByteArray();
    }

    static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
        }
    }

    static boolean isCounted(String name) {
        String outer = name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
        if (COUNTED.contains(outer)) return true;
        return !UNCOUNTED.contains(outer) && COUNTED_PACKAGES.contains(outer.substring(0, outer.lastIndexOf('/')));
    }

    static final String DRIVEN = "driven:";

    // The classes of functions/drivers/Driver.java, which no submission can name, and nodes that the judge defined.
    static Predicate<String> judges(String kind) {
        if (!kind.startsWith(DRIVEN)) return name -> false;
        String nodes = kind.substring(DRIVEN.length()).replace(',', '|');
        String names = "OrdojudgeDriver(?:[$](?:Maker|Misfit|Uncarried))?" + (nodes.isEmpty() ? "" : "|" + nodes);
        return Pattern.compile("(?:.*/)?(?:" + names + ")[.]class").asMatchPredicate();
    }

    static byte[] program(String jar, String kind) throws IOException {
        Predicate<String> judges = judges(kind);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipFile from = new ZipFile(jar); ZipOutputStream zip = new ZipOutputStream(bytes)) {
            Set<String> own = from.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - 6)).collect(Collectors.toSet());
            Enumeration<? extends ZipEntry> entries = from.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                byte[] content;
                try (InputStream in = from.getInputStream(entry)) {
                    content = in.readAllBytes();
                }
                if (judges.test(entry.getName())) {
                    content = driver(content);
                } else if (entry.getName().endsWith(".class")) {
                    new ClassReader(content).accept(new Check(own), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
                    content = rewritten(content, true);
                }
                put(zip, entry.getName(), content);
            }
        }
        return bytes.toByteArray();
    }

    static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setTime(0);
        entry.setSize(content.length);
        entry.setCompressedSize(content.length);
        entry.setCrc(sum.getValue());
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    // --- counting

    static byte[] rewritten(byte[] content, boolean program) {
        ClassReader reader = new ClassReader(content);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new ClassVisitor(ASM, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String form, String signature, String[] thrown) {
                MethodVisitor below = super.visitMethod(access, name, form, signature, thrown);
                boolean matches = reader.getClassName().equals("java/lang/String") && MATCHING.contains(name)
                        && form.startsWith("(Ljava/lang/String;");
                boolean text = !program && (TEXTS.contains(reader.getClassName()) || form.startsWith("([B"));
                return new Counting(below, program, matches, text);
            }
        }, 0);
        return writer.toByteArray();
    }

    // What is counted within some methods is taken back. The platform's classes aren't verified, so that the
    // local variable for it needn't be in the frames.
    static byte[] aside(byte[] content, Set<String> methods) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(content).accept(new ClassVisitor(ASM, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String form, String signature, String[] thrown) {
                MethodVisitor below = super.visitMethod(access, name, form, signature, thrown);
                return methods.contains(name) ? new Aside(below) : below;
            }
        }, 0);
        return writer.toByteArray();
    }

    // Has its whole body called through, with the count kept in a local variable beyond all others.
    static final class Aside extends MethodVisitor {
        static final int FAR = 200;

        Aside(MethodVisitor below) {
            super(ASM, below);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitFieldInsn(Opcodes.GETSTATIC, STEPS, "count", "J");
            super.visitVarInsn(Opcodes.LSTORE, FAR);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                super.visitVarInsn(Opcodes.LLOAD, FAR);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, STEPS, "takeBack", "(J)V", false);
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(stack + 2, FAR + 2);
        }
    }

    // The judge's own part of a program counts nothing, and leaves the answer with the count.
    static byte[] driver(byte[] content) {
        return called(content, (to, opcode, owner, name, form, contract) -> {
            boolean own = owner.endsWith("OrdojudgeDriver") && Set.of("aside", "back", "send").contains(name);
            to.visitMethodInsn(opcode, own ? STEPS : owner, name, form, contract);
        });
    }

    static byte[] started(byte[] content) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(content).accept(new ClassVisitor(ASM, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String form, String signature, String[] thrown) {
                MethodVisitor below = super.visitMethod(access, name, form, signature, thrown);
                if (!name.equals("start") || !form.equals("()V")) return below;
                return new MethodVisitor(ASM, below) {
                    @Override
                    public void visitCode() {
                        super.visitCode();
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, STEPS, "started", "()V", false);
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    static byte[] stilled(byte[] content) {
        return called(content, (to, opcode, owner, name, form, contract) -> {
            boolean clock = owner.equals("java/lang/System")
                    && (name.equals("nanoTime") || name.equals("currentTimeMillis"));
            if (clock) to.visitLdcInsn(88172645463325252L);
            else to.visitMethodInsn(opcode, owner, name, form, contract);
        });
    }

    // What is written in the place of a call.
    interface Call {
        void write(MethodVisitor to, int opcode, String owner, String name, String form, boolean contract);
    }

    static byte[] called(byte[] content, Call call) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(content).accept(new ClassVisitor(ASM, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String form, String signature, String[] thrown) {
                MethodVisitor below = super.visitMethod(access, name, form, signature, thrown);
                return new MethodVisitor(ASM, below) {
                    @Override
                    public void visitMethodInsn(int opcode, String owner, String name, String form, boolean contract) {
                        call.write(below, opcode, owner, name, form, contract);
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    static final class Counting extends MethodVisitor {
        final Set<Label> passed = new HashSet<>();
        final boolean program;
        final boolean matches;
        final String turn;
        final String copy;

        Counting(MethodVisitor below, boolean program, boolean matches, boolean text) {
            super(ASM, below);
            turn = text ? "character" : "step";
            copy = text ? "copiedText" : "copied";
            this.program = program;
            this.matches = matches;
        }

        void call(String name, String form) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, STEPS, name, form, false);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            // The platform's methods are many and small, and their callers have counted already.
            if (program) call("entered", "()V");
            if (matches) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                call("scanned", "(Ljava/lang/CharSequence;)V");
            }
        }

        @Override
        public void visitLabel(Label label) {
            passed.add(label);
            super.visitLabel(label);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (passed.contains(label)) call(turn, "()V");
            super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitTableSwitchInsn(int low, int high, Label other, Label... labels) {
            backwards(other, labels);
            super.visitTableSwitchInsn(low, high, other, labels);
        }

        @Override
        public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
            backwards(other, labels);
            super.visitLookupSwitchInsn(other, keys, labels);
        }

        void backwards(Label other, Label[] labels) {
            boolean back = passed.contains(other);
            for (Label label : labels) back |= passed.contains(label);
            if (back) call(turn, "()V");
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) countAllocation();
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.ANEWARRAY) countAllocation();
            super.visitTypeInsn(opcode, type);
        }

        void countAllocation() {
            super.visitInsn(Opcodes.DUP);
            call("allocated", "(I)V");
        }

        @Override
        public void visitMultiANewArrayInsn(String form, int dimensions) {
            super.visitMultiANewArrayInsn(form, dimensions);
            super.visitInsn(Opcodes.DUP);
            call("allocated", "(Ljava/lang/Object;)V");
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String form, boolean contract) {
            if (owner.equals("java/lang/System") && name.equals("arraycopy")) {
                super.visitInsn(Opcodes.DUP);
                call(copy, "(I)V");
            } else if (owner.startsWith("[") && name.equals("clone")) {
                super.visitInsn(Opcodes.DUP);
                call("copiedArray", "(Ljava/lang/Object;)V");
            } else if (owner.equals("java/util/regex/Pattern") && name.equals("matcher")) {
                super.visitInsn(Opcodes.DUP);
                call("scanned", "(Ljava/lang/CharSequence;)V");
            }
            super.visitMethodInsn(opcode, owner, name, form, contract);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(stack + 1, locals);
        }
    }

    // --- what a program may name

    static final Set<String> PACKAGES = Set.of(
            "java/util", "java/util/function", "java/util/stream", "java/util/regex", "java/util/concurrent/atomic",
            "java/util/concurrent/locks", "java/math", "java/text", "java/time", "java/nio/charset", "java/lang/annotation");
    static final Set<String> CLASSES = Set.of(
            "java/io/BufferedReader", "java/io/InputStreamReader", "java/io/InputStream", "java/io/BufferedInputStream",
            "java/io/DataInputStream", "java/io/PrintWriter", "java/io/PrintStream", "java/io/BufferedWriter",
            "java/io/OutputStreamWriter", "java/io/OutputStream", "java/io/BufferedOutputStream",
            "java/io/DataOutputStream", "java/io/StreamTokenizer", "java/io/Reader", "java/io/Writer",
            "java/io/StringReader", "java/io/StringWriter", "java/io/ByteArrayInputStream",
            "java/io/ByteArrayOutputStream", "java/io/IOException", "java/io/UncheckedIOException",
            "java/io/EOFException", "java/io/UnsupportedEncodingException", "java/io/Closeable", "java/io/Flushable",
            "java/io/Serializable", "java/nio/ByteBuffer", "java/nio/IntBuffer", "java/nio/CharBuffer",
            "java/util/concurrent/TimeUnit", "java/util/concurrent/ThreadLocalRandom",
            "java/util/concurrent/ConcurrentHashMap", "java/util/concurrent/ConcurrentSkipListMap",
            "java/util/concurrent/CopyOnWriteArrayList", "java/util/concurrent/PriorityBlockingQueue",
            "java/util/concurrent/LinkedBlockingDeque", "java/util/concurrent/ConcurrentLinkedDeque",
            "java/util/concurrent/ConcurrentMap", "java/util/concurrent/BlockingQueue",
            "java/util/concurrent/BlockingDeque", "java/util/concurrent/Callable");
    static final Set<String> REFUSED_CLASSES = Set.of(
            "java/util/ServiceLoader", "java/util/Timer", "java/util/TimerTask", "java/util/ResourceBundle",
            "java/lang/ClassLoader", "java/lang/ProcessBuilder", "java/lang/Process", "java/lang/ProcessHandle",
            "java/lang/Module", "java/lang/ModuleLayer", "java/lang/StackWalker", "java/lang/ClassValue",
            "java/lang/SecurityManager", "java/lang/InheritableThreadLocal",
            "java/lang/Compiler", "java/lang/Package", STEPS);
    static final Set<String> STREAMS = Set.of(
            "java/io/Reader", "java/io/InputStreamReader", "java/io/BufferedReader", "java/io/InputStream",
            "java/io/BufferedInputStream", "java/io/DataInputStream", "java/io/FileInputStream");
    static final Set<String> BOOTSTRAPS = Set.of(
            "java/lang/invoke/LambdaMetafactory", "java/lang/invoke/StringConcatFactory", "java/lang/runtime/ObjectMethods",
            "java/lang/runtime/SwitchBootstraps", "java/lang/invoke/ConstantBootstraps");
    static final Set<String> OF_CLASS = Set.of(
            "getName", "getSimpleName", "getTypeName", "toString", "hashCode", "equals", "isInstance", "cast",
            "desiredAssertionStatus", "isArray", "getComponentType", "getEnumConstants", "isAssignableFrom");
    static final Set<String> OF_RUNTIME =
            Set.of("getRuntime", "availableProcessors", "totalMemory", "freeMemory", "maxMemory", "gc", "exit");
    static final Set<String> OF_SYSTEM = Set.of(
            "in", "out", "err", "arraycopy", "exit", "nanoTime", "currentTimeMillis", "setOut", "setErr", "setIn",
            "identityHashCode", "lineSeparator", "getProperty", "getenv", "gc");
    static final Set<String> OF_THREAD = Set.of(
            "<init>", "start", "join", "run", "sleep", "yield", "currentThread", "interrupt", "interrupted",
            "isInterrupted", "isAlive", "setDaemon", "setName", "getName", "getId", "setPriority",
            "setUncaughtExceptionHandler", "setDefaultUncaughtExceptionHandler", "getStackTrace");
    static final Set<String> REFUSED_METHODS = Set.of(
            "parallel", "parallelStream", "parallelSort", "parallelPrefix", "parallelSetAll", "newUpdater", "finalize");

    static final class Check extends ClassVisitor {
        final Set<String> own;

        Check(Set<String> own) {
            super(ASM);
            this.own = own;
        }

        void name(String type) {
            if (type == null) return;
            if (type.startsWith("[")) {
                form(type);
                return;
            }
            if (own.contains(type) || CLASSES.contains(type)) return;
            int slash = type.lastIndexOf('/');
            String outer = type.contains("$") ? type.substring(0, type.indexOf('$')) : type;
            String folder = slash < 0 ? "" : type.substring(0, slash);
            if (REFUSED_CLASSES.contains(outer)) throw new Refused(type.replace('/', '.'));
            if (folder.equals("java/lang") || PACKAGES.contains(folder) || CLASSES.contains(outer)) return;
            if (outer.equals("java/io/FileInputStream") || outer.equals("java/io/FileOutputStream")
                    || outer.equals("java/io/FileDescriptor")) return; // only for standard streams, see `used`
            throw new Refused(type.replace('/', '.'));
        }

        void form(String form) {
            if (form == null) return;
            Type type = Type.getType(form);
            if (type.getSort() == Type.METHOD) {
                for (Type each : type.getArgumentTypes()) form(each.getDescriptor());
                form(type.getReturnType().getDescriptor());
            } else if (type.getSort() == Type.ARRAY) form(type.getElementType().getDescriptor());
            else if (type.getSort() == Type.OBJECT) name(type.getInternalName());
        }

        void used(String owner, String name, String form) {
            name(owner);
            form(form);
            if (own.contains(owner)) return;
            boolean refused = REFUSED_METHODS.contains(name);
            switch (owner) {
                case "java/lang/Class": refused |= !OF_CLASS.contains(name); break;
                case "java/lang/Runtime": refused |= !OF_RUNTIME.contains(name); break;
                case "java/lang/System": refused |= !OF_SYSTEM.contains(name); break;
                case "java/lang/Thread": refused |= !OF_THREAD.contains(name); break;
                case "java/io/FileInputStream":
                case "java/io/FileOutputStream":
                    refused |= name.equals("<init>") && !form.equals("(Ljava/io/FileDescriptor;)V") || name.equals("getChannel");
                    break;
                case "java/io/FileDescriptor": refused |= !Set.of("in", "out", "err").contains(name); break;
                case "java/io/PrintWriter":
                case "java/io/PrintStream":
                    refused |= name.equals("<init>") && form.startsWith("(Ljava/lang/String;") || form.contains("java/io/File;");
                    break;
                case "java/util/Scanner": refused |= form.contains("java/io/File;") || form.contains("java/nio/"); break;
                default:
            }
            if (refused) throw new Refused(owner.replace('/', '.') + "." + name);
        }

        void constant(Object value) {
            if (value instanceof Type) {
                form(((Type) value).getDescriptor());
            } else if (value instanceof Handle) {
                Handle handle = (Handle) value;
                used(handle.getOwner(), handle.getName(), handle.getDesc());
            } else if (value instanceof ConstantDynamic) {
                throw new Refused("a constant that is computed");
            }
        }

        @Override
        public void visit(int version, int access, String name, String signature, String above, String[] contracts) {
            name(above);
            if (above != null && STREAMS.contains(above)) throw new Refused("a stream of its own");
            for (String contract : contracts) name(contract);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String form, String signature, String[] thrown) {
            form(form);
            if ((access & Opcodes.ACC_NATIVE) != 0) throw new Refused("native code");
            if (name.equals("finalize") && form.equals("()V")) throw new Refused("a finalizer");
            return new MethodVisitor(ASM) {
                @Override
                public void visitTypeInsn(int opcode, String type) {
                    name(type);
                }

                @Override
                public void visitFieldInsn(int opcode, String owner, String name, String form) {
                    used(owner, name, form);
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String name, String form, boolean contract) {
                    used(owner, name, form);
                }

                @Override
                public void visitInvokeDynamicInsn(String name, String form, Handle bootstrap, Object... given) {
                    if (!BOOTSTRAPS.contains(bootstrap.getOwner())) throw new Refused("a computed call");
                    form(form);
                    for (Object each : given) constant(each);
                }

                @Override
                public void visitLdcInsn(Object value) {
                    constant(value);
                }

                @Override
                public void visitMultiANewArrayInsn(String form, int dimensions) {
                    form(form);
                }
            };
        }
    }
}
