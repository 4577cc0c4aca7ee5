from bisect import bisect_left, bisect_right

n, m = map(int, input().split())
a = list(map(int, input().split()))
b = list(map(int, input().split()))
places = {}
for i, x in enumerate(a):
    places.setdefault(x, []).append(i)


def solve():
    left, at = [], -1
    for x in b:
        known = places.get(x, [])
        k = bisect_right(known, at)
        if k == len(known):
            return False
        at = known[k]
        left.append(at)
    at = n
    for j in range(m - 1, -1, -1):
        known = places[b[j]]
        at = known[bisect_left(known, at) - 1]
        if at != left[j]:
            return True
    return False


print("Yes" if solve() else "No")
