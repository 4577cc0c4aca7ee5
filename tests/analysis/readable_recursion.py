"""Programs for one rule of recursion each: by shape, the language, the bound, and the program."""

RECURSION = {
    "one of several ways out of nested branches": (
        "c",
        "O(log n)",
        """\
int least(int *a, int low, int high) {
    if (low == high) return a[low];
    int mid = (low + high) / 2;
    if (a[mid] < a[high]) {
        return least(a, low, mid);
    } else if (a[mid] > a[high]) {
        return least(a, mid + 1, high);
    }
    return least(a, low, high - 1);
}
""",
    ),
}
