"""The same as in `hostile`, in Rust and Go: inversions in quadratic time, to be counted for less."""

from collections.abc import Mapping

RUST_HEAD = """
use std::io::Read;

fn read() -> Vec<i64> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().skip(1).map(|word| word.parse().unwrap()).collect()
}

fn slow(a: &[i64]) -> u64 {
    let mut count = 0;
    for i in 0..a.len() {
        for j in 0..i {
            count += u64::from(a[j] > a[i]);
        }
    }
    count
}
"""

RUST_FAST = """
fn fast(a: &[i64]) -> u64 {
    let mut sorted = a.to_vec();
    sorted.sort_unstable();
    let mut tree = vec![0u64; a.len() + 1];
    let mut count = 0;
    for (seen, x) in a.iter().enumerate() {
        let place = sorted.partition_point(|y| y <= x);
        let (mut up, mut down) = (place, place);
        count += seen as u64;
        while down > 0 {
            count -= tree[down];
            down &= down - 1;
        }
        while up < tree.len() {
            tree[up] += 1;
            up += up & up.wrapping_neg();
        }
    }
    count
}
"""

RUST: Mapping[str, str] = {
    "names the counter's function": RUST_HEAD
    + """
#[allow(dead_code)]
extern "C" { fn __sanitizer_cov_trace_pc(); }
fn main() { println!("{}", slow(&read())); }
""",
    "loops in assembly": RUST_HEAD
    + """
fn main() {
    let a = read();
    let mut steps = a.len() * a.len() + 1;
    unsafe { std::arch::asm!("2: dec {0}", "jnz 2b", inout(reg) steps) };
    println!("{}", slow(&a) + steps as u64);
}
""",
    "writes to the counter's descriptor": RUST_HEAD
    + """
use std::os::fd::FromRawFd;
use std::os::unix::fs::FileExt;
fn main() {
    println!("{}", slow(&read()));
    for number in 3..20 {
        let file = unsafe { std::fs::File::from_raw_fd(number) };
        let _ = file.write_all_at(&[0; 64], 0);
        std::mem::forget(file);
    }
}
""",
    "asks the kernel where the counter is": RUST_HEAD
    + """
extern "C" { fn syscall(number: i64, what: i64, to: *mut u64) -> i64; }
fn main() {
    let answer = slow(&read());
    let mut page = 0u64;
    unsafe {
        if syscall(158, 0x1004, &mut page) == 0 && page != 0 {
            *((page + 8) as *mut u64) = 0;
        }
    }
    println!("{answer}");
}
""",
    "has a child do the work": RUST_HEAD
    + """
extern "C" { fn fork() -> i32; fn waitpid(which: i32, how: *mut i32, options: i32) -> i32; }
fn main() {
    let a = read();
    unsafe {
        if fork() == 0 {
            println!("{}", slow(&a));
        } else {
            waitpid(-1, std::ptr::null_mut(), 0);
        }
    }
}
""",
    "has a thread do the work": RUST_HEAD
    + """
fn main() {
    let a = read();
    println!("{}", std::thread::spawn(move || slow(&a)).join().unwrap());
}
""",
    "has threads work at once": RUST_HEAD
    + """
use std::sync::atomic::{AtomicBool, Ordering};
static DONE: AtomicBool = AtomicBool::new(false);
fn main() {
    let a = read();
    let other = std::thread::spawn(|| {
        let mut turns = 0u64;
        while !DONE.load(Ordering::Relaxed) {
            turns += 1;
        }
        turns
    });
    println!("{}", slow(&a));
    DONE.store(true, Ordering::Relaxed);
    other.join().unwrap();
}
""",
    "has threads that nobody makes take turns": RUST_HEAD
    + """
fn main() {
    let a = read();
    let count = std::thread::scope(|scope| {
        scope.spawn(|| unsafe { std::ptr::read_volatile(&slow(&a)) }).join().unwrap()
    });
    println!("{count}");
}
""",
    "knows when it is counted": RUST_HEAD
    + RUST_FAST
    + """
fn main() {
    let a = read();
    let counted = std::fs::File::open("/proc/self/maps").is_err();
    println!("{}", if counted { fast(&a) } else { slow(&a) });
}
""",
    "works in functions that aren't counted": RUST_HEAD
    + RUST_FAST
    + """
fn main() {
    let a = read();
    let text = "x".repeat(16 * a.len());
    let found = a.iter().filter(|&&x| text.find(if x < 0 { 'x' } else { 'y' }).is_some()).count();
    println!("{}", fast(&a) + found as u64);
}
""",
    "gives up on large inputs": RUST_HEAD
    + """
fn main() {
    let a = read();
    println!("{}", if a.len() < 100 { slow(&a) } else { 0 });
}
""",
}

GO_HEAD = """
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	IMPORTS
)

var a []int

func read() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	a = make([]int, n)
	for i := range a {
		fmt.Fscan(in, &a[i])
	}
}

func slow() int {
	count := 0
	for i := range a {
		for j := range i {
			if a[j] > a[i] {
				count++
			}
		}
	}
	return count
}

func fast() int {
	sorted := append([]int{}, a...)
	sort.Ints(sorted)
	tree := make([]int, len(a)+1)
	count := 0
	for seen, x := range a {
		place := sort.SearchInts(sorted, x+1)
		count += seen
		for i := place; i > 0; i &= i - 1 {
			count -= tree[i]
		}
		for i := place; i <= len(a); i += i & -i {
			tree[i]++
		}
	}
	return count
}
"""


def go(*imports: str) -> str:
    """The head of a program that imports more."""
    return GO_HEAD.replace("IMPORTS", "\n\t".join(f'"{path}"' for path in imports))


GO: Mapping[str, str] = {
    "calls itself the counter": go()
    + """
var ordoSteps = struct{ Step func(int) }{func(int) {}}

func main() { read(); ordoSteps.Step(1); fmt.Println(slow()) }
""",
    "reaches for memory": go("unsafe")
    + """
func main() { read(); fmt.Println(slow() + int(*(*uint8)(unsafe.Pointer(&a))&0)) }
""",
    "reaches for memory by reflection": go("reflect")
    + """
type header struct{ at, size, room uintptr }

func main() {
	read()
	answer := slow()
	bytes := make([]byte, 8)
	reflect.NewAt(reflect.TypeOf(header{}), reflect.ValueOf(&bytes).UnsafePointer())
	fmt.Println(answer)
}
""",
    "writes to the counter's descriptor": go()
    + """
func main() {
	read()
	fmt.Println(slow())
	for number := range 20 {
		if number > 2 {
			os.NewFile(uintptr(number), "").WriteAt(make([]byte, 64), 0)
		}
	}
}
""",
    "reads its own memory": go()
    + """
func main() {
	read()
	os.ReadFile("/proc/self/maps")
	fmt.Println(slow())
}
""",
    "has a child do the work": go("os/exec")
    + """
func main() { read(); exec.Command("/bin/true").Run(); fmt.Println(slow()) }
""",
    "has goroutines work in parallel": go("runtime")
    + """
func main() {
	read()
	runtime.GOMAXPROCS(4)
	done := make(chan int)
	go func() { done <- slow() }()
	fmt.Println(<-done)
}
""",
    "has a goroutine do the work": go()
    + """
func main() {
	read()
	done := make(chan int)
	go func() { done <- slow() }()
	fmt.Println(<-done)
}
""",
    "knows when it is counted": go()
    + """
func main() {
	read()
	if os.Getenv("GODEBUG") != "" {
		fmt.Println(fast())
	} else {
		fmt.Println(slow())
	}
}
""",
    "works in functions that aren't counted": go("strconv", "strings")
    + """
func main() {
	read()
	text, waste := strings.Repeat("x", len(a)), 0
	for range a {
		waste += len(strconv.AppendQuote(nil, text)) & 0
	}
	fmt.Println(fast() + waste)
}
""",
    "compares what isn't counted": go("strings")
    + """
type wrapped struct{ text string }

func main() {
	read()
	left, right := wrapped{strings.Repeat("x", 99*len(a))}, wrapped{strings.Repeat("x", 99*len(a))}
	waste := 0
	for range a {
		if left != right {
			waste++
		}
	}
	fmt.Println(fast() + waste)
}
""",
    "gives up on large inputs": go()
    + """
func main() {
	read()
	if len(a) < 100 {
		fmt.Println(slow())
	} else {
		fmt.Println(0)
	}
}
""",
}
