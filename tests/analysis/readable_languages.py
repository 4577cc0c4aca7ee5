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
}
