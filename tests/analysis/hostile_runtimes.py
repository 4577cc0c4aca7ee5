"""As `hostile`, for runtimes that share their memory with the program: JavaScript and Java."""

from collections.abc import Mapping

JAVASCRIPT_HEAD = """
const fs = require('fs');
const [n, ...a] = fs.readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);
"""

JAVASCRIPT_SLOW = """
function slow() {
  let count = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) if (a[j] > a[i]) count++;
  return count;
}
"""

JAVASCRIPT_FAST = """
function fast() {
  const rank = new Map();
  [...new Set(a)].sort((x, y) => x - y).forEach((x, i) => rank.set(x, i + 1));
  const tree = new Array(n + 1).fill(0);
  let count = 0;
  a.forEach((x, seen) => {
    for (let i = rank.get(x); i > 0; i -= i & -i) count -= tree[i];
    count += seen;
    for (let i = rank.get(x); i <= n; i += i & -i) tree[i]++;
  });
  return count;
}
"""

_JAVASCRIPT: Mapping[str, str] = {
    "writes a count of its own": """
console.log(slow());
try { fs.writeSync(3, Buffer.alloc(64), 0, 64, 0); } catch {}
process.reallyExit(0);
""",
    "asks V8 to forget": """
console.log(slow());
const session = new (require('inspector').Session)();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.takePreciseCoverage');
""",
    "takes the functions of another context": """
const sort = require('vm').runInNewContext('Array.prototype.includes');
console.log(slow());
""",
    "asks for modules in another way": """
console.log(slow());
import('inspector').then(({ Session }) => new Session().connect());
""",
    "has a worker do the work": """
const { Worker } = require('worker_threads');
new Worker(`const a = ${JSON.stringify(a)}, n = ${n}; ${slow}; console.log(slow());`, { eval: true });
""",
    "works at its exit": """
process.on('exit', () => console.log(slow()));
""",
    "executes text": """
console.log(new Function('a', 'n', `${slow}; return slow(); //# sourceURL=node:internal/x`)(a, n));
""",
    "calls itself a part of Node": """
console.log(slow());
//# sourceURL=node:internal/main
""",
    "works in copies": """
for (let i = 0; i < n; i++) if ([...a, ...a, ...a, ...a].length < 0) console.log(i);
console.log(fast());
""",
    "works in native callbacks": """
for (let i = 0; i < n; i++) if (a.some(Number.isNaN)) console.log(i);
console.log(fast());
""",
    "knows when it is counted": """
const names = Object.getOwnPropertyNames(globalThis);
console.log(names.some((name) => name.startsWith('__ordo')) ? fast() : slow());
""",
    "looks for the counter in memory": """
console.log(slow());
fs.openSync('/proc/self/mem', 'r');
""",
    "gives up on large inputs": """
console.log(n < 100 ? slow() : 0);
""",
}

JAVASCRIPT = {
    name: JAVASCRIPT_HEAD + JAVASCRIPT_SLOW + JAVASCRIPT_FAST + text
    for name, text in _JAVASCRIPT.items()
}
JAVASCRIPT_PLAIN = JAVASCRIPT_HEAD + JAVASCRIPT_FAST + "console.log(fast());\n"

_JAVA_CLASS = """
import java.io.*;
import java.util.*;
import java.util.concurrent.*;

public class Main {
    static int n;
    static int[] a;

    static long slow() {
        long count = 0;
        for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) if (a[j] > a[i]) count++;
        return count;
    }

    static long fast() {
        int[] sorted = a.clone();
        Arrays.sort(sorted);
        long[] tree = new long[n + 1];
        long count = 0;
        for (int k = n - 1; k >= 0; k--) {
            int low = 0;
            int high = n;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (sorted[middle] < a[k]) low = middle + 1;
                else high = middle;
            }
            for (int i = low; i > 0; i -= i & -i) count += tree[i];
            for (int i = low + 1; i <= n; i += i & -i) tree[i]++;
        }
        return count;
    }

    public static void main(String[] arguments) throws Throwable {
        Scanner in = new Scanner(System.in);
        n = in.nextInt();
        a = new int[n];
        for (int i = 0; i < n; i++) a[i] = in.nextInt();
        BODY
    }
}
"""

_JAVA: Mapping[str, str] = {
    "sets the count by reflection": """
System.out.println(slow());
try {
    java.lang.reflect.Field count = Class.forName("java.lang.Steps").getDeclaredField("count");
    count.setAccessible(true);
    count.setLong(null, 5);
} catch (ReflectiveOperationException absent) {
}
""",
    "sets the count by a handle": """
System.out.println(slow());
java.lang.invoke.MethodHandles.lookup();
""",
    "reaches for memory": """
System.out.println(slow());
Class<?> unsafe = sun.misc.Unsafe.class;
""",
    "writes a count of its own": """
System.out.println(slow());
try (FileOutputStream out = new FileOutputStream("/proc/self/fd/3")) {
    out.write(new byte[64]);
} catch (IOException refused) {
}
""",
    "works at its exit": """
Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(slow())));
""",
    "ends before it is counted": """
System.out.println(slow());
System.out.flush();
Runtime.getRuntime().halt(0);
""",
    "has a pool do the work": """
ExecutorService pool = Executors.newFixedThreadPool(1);
System.out.println(pool.submit(() -> slow()).get());
pool.shutdown();
""",
    "has a thread do the work": """
Thread thread = new Thread(() -> System.out.println(slow()));
thread.start();
thread.join();
""",
    "has a process do the work": """
System.out.println(slow());
try {
    new ProcessBuilder("true").start();
} catch (IOException refused) {
}
""",
    "works in copies": """
int[] waste = new int[8 * n];
for (int i = 0; i < n; i++) System.arraycopy(waste, 0, waste, 1, 8 * n - 1);
System.out.println(fast());
""",
    "works in patterns": """
String text = "x".repeat(n);
for (int i = 0; i < n; i++) if (text.matches("x*y")) System.out.println(i);
System.out.println(fast());
""",
    "knows when it is counted": """
int depth = Thread.currentThread().getStackTrace().length;
System.out.println(depth > 2 ? fast() : slow());
""",
    "gives up on large inputs": """
System.out.println(n < 100 ? slow() : 0);
""",
}

JAVA = {name: _JAVA_CLASS.replace("BODY", text) for name, text in _JAVA.items()}
JAVA_PLAIN = _JAVA_CLASS.replace("BODY", "System.out.println(fast());")
