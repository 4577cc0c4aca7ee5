"""What Rust, Swift and Kotlin write their own way: by shape, the language, the bound, and a program."""

LANGUAGE_RULES = {
    "swift: each call of a sum is one": (
        "swift",
        "O(2^n)",
        """\
func ways(_ i: Int, _ left: Int) -> Int {
    if i == 0 { return left == 0 ? 1 : 0 }
    return ways(i - 1, left - 1) + ways(i - 1, left)
}
""",
    ),
    "swift: a call behind a not is one": (
        "swift",
        "O(n^2)",
        """\
func good(_ a: [Int], _ k: Int) -> Bool {
    for x in a {
        if x > k { return false }
    }
    return true
}
func least(_ a: [Int]) -> Int {
    var k = 0
    while k < a.count && !good(a, k) { k += 1 }
    return k
}
""",
    ),
    "swift: what is called in a chain counts": (
        "swift",
        "O(n * log n)",
        """\
func shown(_ a: [Int]) -> [String] {
    return a.sorted { $0 > $1 }.map { String($0) }
}
""",
    ),
    "swift: all parts of a condition limit a loop": (
        "swift",
        "O(log n)",
        """\
func halvings(_ k: Int, _ full: Bool) -> Int {
    var k = k
    while !full, k > 1 {
        k /= 2
    }
    return k
}
""",
    ),
    "kotlin: a step by two signs": (
        "kotlin",
        "O(n)",
        """\
fun longest(a: IntArray): Int {
    var best = 0
    var i = 0
    while (i < a.size) {
        var length = 0
        while (i < a.size && a[i] > 0) {
            i++
            length++
        }
        best = maxOf(best, length)
        i++
    }
    return best
}
""",
    ),
    "kotlin: repeat goes round": (
        "kotlin",
        "O(n^2)",
        """\
fun lines(n: Int): Int {
    var sum = 0
    repeat(n) {
        repeat(n) { sum += it }
    }
    return sum
}
""",
    ),
    "kotlin: what is called in a chain counts": (
        "kotlin",
        "O(n * log n)",
        """\
fun first(a: List<Person>): List<String> {
    return a.sortedWith(compareBy { it.age }).map { it.name }
}
""",
    ),
    "swift: a name that a condition gives leads into a tree": (
        "swift",
        "O(n)",
        """\
func ends(_ node: Node) -> Int {
    var sum = 0
    if let first = node.left { sum += ends(first) }
    if let second = node.right { sum += ends(second) }
    return max(1, sum)
}
""",
    ),
    "swift: a list around another isn't short": (
        "swift",
        "O(n)",
        """\
func peaks(_ a: [Int]) -> Int {
    let b = [0] + a + [0]
    var found = 0
    for i in 1..<(b.count - 1) {
        if b[i] > b[i - 1] { found += 1 }
    }
    return found
}
""",
    ),
    "swift: a heap's least is taken out once each": (
        "swift",
        "O(n * log n)",
        """\
func rooms(_ a: [Meeting]) -> Int {
    var running = Heap<Int>()
    var most = 0
    for meeting in a {
        while !running.isEmpty, running.min! <= meeting.start { running.removeMin() }
        running.insert(meeting.end)
        most = max(most, running.count)
    }
    return most
}
""",
    ),
    "rust: names of a tuple are given a value each": (
        "rust",
        "O(n^2)",
        """\
fn sums(m: i32, n: i32) -> i64 {
    let (m, n) = (m as usize, n as usize);
    let mut sum = 0;
    for i in 0..m {
        for j in 0..n {
            sum += (i * j) as i64;
        }
    }
    sum
}
""",
    ),
    "rust: what is matched on counts": (
        "rust",
        "O(log n)",
        """\
fn place(a: &Vec<i32>, x: i32) -> usize {
    match a.binary_search(&x) {
        Ok(at) => at,
        Err(at) => at,
    }
}
""",
    ),
    "rust: an order that is turned costs nothing": (
        "rust",
        "O(n * log n)",
        """\
fn least(a: Vec<i32>, k: usize) -> i32 {
    let mut heap = BinaryHeap::new();
    for x in a {
        heap.push(Reverse(x));
        if heap.len() > k {
            heap.pop();
        }
    }
    heap.pop().unwrap().0
}
""",
    ),
    "rust: an element is copied, not the list": (
        "rust",
        "O(n)",
        """\
fn named(ids: &Vec<usize>, names: &Vec<String>) -> Vec<String> {
    let mut found = Vec::new();
    for i in 0..ids.len() {
        found.push(names[ids[i]].clone());
    }
    found
}
""",
    ),
    "rust: an option has one element": (
        "rust",
        "O(n)",
        """\
fn both(a: &Vec<Pair>) -> i32 {
    let mut sum = 0;
    for pair in a {
        sum += pair.first.as_ref().map(|x| x.weight + 1).unwrap_or(0);
    }
    sum
}
""",
    ),
    "rust: parts that are turned around share their length": (
        "rust",
        "O(n)",
        """\
fn turned(text: &mut Vec<u8>) {
    let mut first = 0;
    for at in 0..text.len() {
        if text[at] == b',' {
            text[first..at].reverse();
            first = at + 1;
        }
    }
}
""",
    ),
    "rust: a position behind a reference moves on": (
        "rust",
        "O(n)",
        """\
fn value(tokens: &[Token], at: &mut usize) -> i64 {
    let token = &tokens[*at];
    *at += 1;
    if token.is_number() {
        return token.number();
    }
    let one = value(tokens, at);
    let other = value(tokens, at);
    one + other
}
""",
    ),
    "rust: a set isn't searched like a list": (
        "rust",
        "O(n)",
        """\
fn counted(text: &[u8]) -> usize {
    let marks: HashSet<u8> = [b'.', b',', b';'].into();
    let mut found = 0;
    for i in 0..text.len() {
        if marks.contains(&text[i]) {
            found += 1;
        }
    }
    found
}
""",
    ),
    "rust: a list of neighbours has a name of its own": (
        "rust",
        "O(n)",
        """\
fn reached(graph: &HashMap<i32, Vec<i32>>, out: &mut Vec<i32>, from: i32) {
    let mut queue = vec![from];
    while let Some(at) = queue.pop() {
        out.push(at);
        if let Some(list) = graph.get(&at) {
            for &other in list {
                out.push(other);
            }
        }
    }
}
""",
    ),
    "kotlin: a closure called once is read in place": (
        "kotlin",
        "O(n)",
        """\
fun depth(node: Node): Int {
    var most = 0
    node.left?.let { most = maxOf(most, depth(it)) }
    node.right?.let { most = maxOf(most, depth(it)) }
    return most + 1
}
""",
    ),
    "kotlin: shifts halve": (
        "kotlin",
        "O(log n)",
        """\
fun first(a: IntArray, x: Int): Int {
    var low = 0
    var high = a.size
    while (low < high) {
        val m = (low + high) ushr 1
        if (a[m] < x) low = m + 1 else high = m
    }
    return low
}
""",
    ),
    "kotlin: what sets an object up doesn't count": (
        "kotlin",
        "O(1)",
        """\
class Sums(a: IntArray) {
    private val sums = IntArray(a.size + 1)

    init {
        for (i in a.indices) sums[i + 1] = sums[i] + a[i]
    }

    fun between(from: Int, to: Int): Int {
        return sums[to] - sums[from]
    }
}
""",
    ),
    "kotlin: a written list is short": (
        "kotlin",
        "O(n)",
        """\
fun sum(a: IntArray, b: IntArray): Int {
    var sum = 0
    for (i in a.indices) {
        for (x in listOf(a[i], b[i])) sum += x
    }
    return sum
}
""",
    ),
    "kotlin: a closure counts what it is called for": (
        "kotlin",
        "O(n * log n)",
        """\
fun middle(a: IntArray): Int {
    var low = 0
    var high = a.size
    while (low < high) {
        val mid = (low + high) / 2
        if (a.count { it > mid } > mid) low = mid + 1 else high = mid
    }
    return low
}
""",
    ),
    "kotlin: a sorted map keeps its order": (
        "kotlin",
        "O(n * log n)",
        """\
fun changes(a: List<Int>): Int {
    val seen = sortedMapOf<Int, Int>()
    for (x in a) {
        seen[x] = seen.getOrDefault(x, 0) + 1
    }
    return seen.size
}
""",
    ),
    "java: what a while loop calls with the same goes on from there": (
        "java",
        "O(n)",
        """\
class A {
    int sum(Reader at) {
        Deque<Integer> parts = new ArrayDeque<>();
        while (at.more()) {
            char c = at.take();
            if (c == '(') parts.push(sum(at));
            else if (c == ')') break;
            else if (c == '*') parts.push(2 * parts.pop());
            else parts.push(c - '0');
        }
        return parts.size();
    }
}
""",
    ),
    "kotlin: a part between two numbers is short": (
        "kotlin",
        "O(n)",
        """\
fun years(dates: List<String>) {
    for (date in dates) println(date.substring(0, 4))
}
""",
    ),
    "swift: a sign takes two values": (
        "swift",
        "O(n)",
        """\
func paint(_ at: Int, _ side: Int) -> Bool {
    color[at] = side
    for other in graph[at] {
        if color[other] == side { return false }
        if color[other] == 0 && !paint(other, -side) { return false }
    }
    return true
}
""",
    ),
}
