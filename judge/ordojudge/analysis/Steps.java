package java.lang;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.internal.access.SharedSecrets;

// Steps that a program took: rewritten classes call it, and nothing else can name it (see CountJava.java).
// Started in the program's place, it starts the program, and says the count at the end with a key that it read
// from descriptor 3 before.
public final class Steps {
    static final int NOTE = 3;
    static final int KEY_BYTES = 16;
    static final int STEP = 8;

    // In eighths of a step.
    public static long count;
    static boolean threads;

    // Methods of the program that were entered.
    static long entered;
    static long enteredBefore;
    static byte[] answer = {};

    private Steps() {}

    public static void step() {
        count += STEP;
    }

    public static void entered() {
        count += STEP;
        entered++;
    }

    // What the judge's own driver of a function does while it reads arguments and writes the answer. Where it ran
    // something of the program's, all of it counts.
    public static long aside() {
        enteredBefore = entered;
        return count;
    }

    public static void back(long before) {
        if (entered == enteredBefore) takeBack(before);
    }

    // The answer of a function leaves behind the count.
    public static void send(String text) {
        long before = count;
        answer = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        takeBack(before);
    }

    // A turn of a loop over the characters of a text: numbers are longer in longer inputs.
    public static void character() {
        count++;
    }

    // After loading and linking. What other threads did meanwhile must stay.
    public static void takeBack(long before) {
        if (!threads) count = before;
    }

    public static void started() {
        threads = true;
    }

    // Memory that is gone over, four cells a step.
    public static void copied(int cells) {
        if (cells > 0) count += STEP + 2L * cells;
    }

    // The same of texts.
    public static void copiedText(int bytes) {
        if (bytes > 0) count += STEP + (bytes >> 1);
    }

    // Memory that is cleared, which is quicker.
    public static void allocated(int cells) {
        if (cells > 0) count += STEP + (cells >> 1);
    }

    public static void allocated(Object array) {
        if (array instanceof Object[]) {
            Object[] rows = (Object[]) array;
            allocated(rows.length);
            for (Object row : rows) if (row != null && row.getClass().isArray()) allocated(row);
        } else if (array != null) {
            allocated(java.lang.reflect.Array.getLength(array));
        }
    }

    public static void scanned(CharSequence text) {
        if (text != null) count += STEP + text.length();
    }

    public static void copiedArray(Object array) {
        if (array != null) copied(java.lang.reflect.Array.getLength(array));
    }

    public static void main(String[] arguments) throws Throwable {
        FileDescriptor note = new FileDescriptor();
        SharedSecrets.getJavaIOFileDescriptorAccess().set(note, NOTE);
        byte[] key = new byte[KEY_BYTES];
        FileInputStream in = new FileInputStream(note);
        in.skip(-KEY_BYTES); // it was just written: the offset is at its end
        if (in.readNBytes(key, 0, KEY_BYTES) != KEY_BYTES) throw new IOException("no key");
        FileOutputStream out = new FileOutputStream(note);
        byte[] said = new byte[KEY_BYTES + 8];
        Thread last = new Thread(() -> {
            long counted = 1 + count / STEP;
            for (int i = 0; i < KEY_BYTES; i++) said[i] = key[i];
            for (int i = 0; i < 8; i++) said[KEY_BYTES + i] = (byte) (counted >> 8 * i);
            try {
                out.write(said);
                out.write(answer);
            } catch (IOException error) {
                // without a count the judge knows as much
            }
        });
        Runtime.getRuntime().addShutdownHook(last);
        Class<?> type = Class.forName(arguments[0], false, ClassLoader.getSystemClassLoader());
        Method main = type.getMethod("main", String[].class);
        main.setAccessible(true);
        String[] none = {};
        try {
            threads = false;
            count = 0;
            main.invoke(null, (Object) none);
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }
}
