"""Programs that count inversions in quadratic time, and try to be counted for less."""

from collections.abc import Mapping

HEAD = """
import os, sys
n = int(sys.stdin.readline())
a = list(map(int, sys.stdin.readline().split()))
"""

SLOW = """
def slow():
    count = 0
    for i in range(n):
        for j in range(i):
            if a[j] > a[i]:
                count += 1
    return count
"""

FAST = """
def fast():
    rank = {x: i + 1 for i, x in enumerate(sorted(set(a)))}
    tree, count = [0] * (n + 1), 0
    for seen, x in enumerate(a):
        i = rank[x]
        while i:
            count -= tree[i]
            i -= i & -i
        count += seen
        i = rank[x]
        while i <= n:
            tree[i] += 1
            i += i & -i
    return count
"""

PYTHON: Mapping[str, str] = {
    "writes a count of its own": HEAD
    + SLOW
    + """
print(slow(), flush=True)
for descriptor in range(3, 20):
    try:
        os.write(descriptor, b'{"key": "", "count": 5}')
    except OSError:
        pass
os._exit(0)
""",
    "looks for the counter among all objects": HEAD
    + SLOW
    + """
import gc
print(slow())
for each in gc.get_objects():
    if type(each) is list and len(each) == 1 and type(each[0]) is int:
        each[0] = 0
""",
    "replaces its own code": HEAD
    + SLOW
    + """
code = slow.__code__
slow.__code__ = code.replace(co_consts=tuple(int if callable(c) else c for c in code.co_consts))
print(slow())
""",
    "executes text behind the counter's back": HEAD
    + """
text = '''
count = 0
for i in range(n):
    for j in range(i):
        count += a[j] > a[i]
print(count)
'''
list(map(exec, [text]))
""",
    "executes text": HEAD
    + SLOW
    + """
exec("print(sum(a[j] > a[i] for i in range(n) for j in range(i)))")
""",
    "reaches for memory": HEAD
    + SLOW
    + """
import ctypes
print(slow())
""",
    "reaches for frames": HEAD
    + SLOW
    + """
frame = sys._getframe()
while frame:
    for value in list(frame.f_locals.values()):
        pass
    frame = frame.f_back
print(slow())
""",
    "has a child do the work": HEAD
    + SLOW
    + """
reader, writer = os.pipe()
if os.fork() == 0:
    os.write(writer, str(slow()).encode())
    os._exit(0)
print(os.read(reader, 100).decode())
""",
    "has a thread do the work": HEAD
    + SLOW
    + """
import threading
thread = threading.Thread(target=lambda: print(slow()))
thread.start()
thread.join()
""",
    "works at its exit": HEAD
    + SLOW
    + """
import atexit
atexit.register(lambda: print(slow()))
""",
    "works when its objects go": HEAD
    + SLOW
    + """
class Late:
    def __del__(self, n=n, a=a, write=os.write, str=str, range=range):
        count = 0
        for i in range(n):
            for j in range(i):
                if a[j] > a[i]:
                    count += 1
        write(1, str(count).encode())
late = Late()
""",
    "knows when it is counted": HEAD
    + SLOW
    + FAST
    + """
print(slow() if any(name.startswith("ordojudge") for name in sys.modules) else fast())
""",
    "gives up on large inputs": HEAD
    + SLOW
    + """
print(slow() if n < 100 else 0)
""",
    "sleeps": HEAD
    + FAST
    + """
import time
time.sleep(n / 10)
print(fast())
""",
    "hides work in a helper's name": HEAD
    + """
def appended(x):
    return x
class Box:
    append = sorted
box = Box()
out = 0
for i in range(n):
    out += sum(map((a[i]).__lt__, a[:i]))
print(out)
""",
}

CPP_HEAD = """
#include <bits/stdc++.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
using namespace std;
int n;
vector<int> a;
void read() { cin >> n; a.resize(n); for (auto &x : a) cin >> x; }
"""

CPP_SLOW = """
long long slow() {
  long long c = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) c += a[j] > a[i];
  return c;
}
"""

CPP_FAST = """
long long fast() {
  vector<int> s(a); sort(s.begin(), s.end());
  vector<int> t(n + 1); long long c = 0;
  for (int k = 0; k < n; k++) {
    int r = lower_bound(s.begin(), s.end(), a[k]) - s.begin() + 1;
    for (int i = upper_bound(s.begin(), s.end(), a[k]) - s.begin(); i; i -= i & -i) c -= t[i];
    c += k;
    for (int i = r; i <= n; i += i & -i) t[i]++;
  }
  return c;
}
"""

CPP: Mapping[str, str] = {
    "names the counter's function": CPP_HEAD
    + CPP_SLOW
    + """
extern "C" void __sanitizer_cov_trace_pc();
int main() { read(); cout << slow() << "\\n"; }
""",
    "pastes the counter's name together": CPP_HEAD
    + CPP_SLOW
    + """
#define JOIN(x, y) x##y
extern "C" void JOIN(__sani, tizer_cov_trace_pc)() {}
int main() { read(); cout << slow() << "\\n"; }
""",
    "splices the counter's name together": CPP_HEAD
    + CPP_SLOW
    + """
extern "C" void __sani\\
tizer_cov_trace_pc();
int main() { read(); cout << slow() << "\\n"; }
""",
    "asks not to be counted": CPP_HEAD
    + CPP_SLOW.replace("long long slow", "__attribute__((no_sanitize_coverage)) long long slow")
    + """
int main() { read(); cout << slow() << "\\n"; }
""",
    "loops in assembly": CPP_HEAD
    + CPP_SLOW
    + """
int main() {
  read();
  long long steps = 1LL * n * n;
  __asm__ volatile("1: dec %0; jnz 1b" : "+r"(steps));
  cout << slow() << "\\n";
}
""",
    "writes to the counter's descriptor": CPP_HEAD
    + CPP_SLOW
    + """
int main() {
  read();
  cout << slow() << endl;
  char zeros[64] = {};
  for (int fd = 3; fd < 20; fd++) if (pwrite(fd, zeros, sizeof zeros, 0) > 0) ftruncate(fd, 0);
  _exit(0);
}
""",
    "asks the kernel where the counter is": CPP_HEAD
    + CPP_SLOW
    + """
int main() {
  read();
  long long answer = slow();
  unsigned long page = 0;
#ifdef SYS_arch_prctl
  if (!syscall(SYS_arch_prctl, 0x1004, &page) && page) *(unsigned long *)(page + 8) = 0;
#endif
  cout << answer << "\\n";
}
""",
    "has a child do the work": CPP_HEAD
    + CPP_SLOW
    + """
int main() {
  read();
  if (fork() == 0) { cout << slow() << endl; _exit(0); }
  wait(nullptr);
}
""",
    "has a thread do the work": CPP_HEAD
    + CPP_SLOW
    + """
int main() { read(); thread t([] { cout << slow() << endl; }); t.join(); }
""",
    "runs code that it wrote": CPP_HEAD
    + CPP_SLOW
    + """
int main() {
  read();
  void *page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *(unsigned char *)page = 0xc3;
  if (mprotect(page, 4096, PROT_READ | PROT_EXEC)) return 1;
  ((void (*)())page)();
  cout << slow() << "\\n";
}
""",
    "knows when it is counted": CPP_HEAD
    + CPP_SLOW
    + CPP_FAST
    + """
int main() { read(); cout << (open("/proc/self/maps", 0) < 0 ? fast() : slow()) << "\\n"; }
""".replace("open(", "syscall(SYS_openat, -100, "),
    "works in functions that aren't counted": CPP_HEAD
    + CPP_FAST
    + """
int main() {
  read();
  vector<wchar_t> waste(8 * n);
  for (int i = 0; i < n; i++) wmemset(waste.data(), waste[i] + i, 8 * n);
  cout << fast() << "\\n";
}
""",
    "gives up on large inputs": CPP_HEAD
    + CPP_SLOW
    + """
int main() { read(); cout << (n < 100 ? slow() : 0) << "\\n"; }
""",
}
