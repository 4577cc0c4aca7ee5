"""Programs about digits and ends that meet: by shape, the language, the bound, and the program."""

DIGITS = {
    "a place between two ends, under other names": (
        "kotlin",
        "O(log n)",
        """\
fun lowest(hills: IntArray): Int {
    var near = 0
    var far = hills.size - 1
    while (near < far) {
        val between = (near + far) shr 1
        if (hills[between] < hills[between + 1]) {
            far = between
        } else {
            near = between + 1
        }
    }
    return near
}
""",
    ),
    "two places between two ends": (
        "java",
        "O(log n)",
        """\
class A {
    int top(int[] a) {
        int near = 0, far = a.length - 1;
        while (true) {
            if (near + 2 >= far) return near;
            int first = near + (far - near) / 3;
            int second = far - (far - near) / 3;
            if (a[first] < a[second]) {
                near = first + 1;
            } else {
                far = second - 1;
            }
        }
    }
}
""",
    ),
    "quotient and remainder at once": (
        "python",
        "O(log n)",
        """\
def digits(number):
    count = [0] * 10
    while number:
        number, digit = divmod(number, 10)
        count[digit] += 1
    return count
""",
    ),
    "digits of a number as text": (
        "cpp",
        "O(log n)",
        """\
#include <string>
bool same(int number) {
    const std::string text = std::to_string(number);
    for (int i = 1; i < (int)text.size(); ++i) {
        if (text[i] != text[0]) return false;
    }
    return true;
}
""",
    ),
    "an end that moves by one isn't bisection": (
        "python",
        "O(n)",
        """\
def trim(a, left, right):
    while left < right:
        ratio = (a[left] + a[right]) / 2
        if ratio > 0:
            left += 1
        else:
            right = right - 1
    return left
""",
    ),
}
