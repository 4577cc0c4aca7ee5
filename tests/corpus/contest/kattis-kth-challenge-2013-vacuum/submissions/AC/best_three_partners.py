import sys
from bisect import bisect_right


def pairs(tubes, limit):
    """Pairs (sum, i, j) within the limit, best first; three partners for each i are enough,
    since another pair blocks at most two."""
    found = []
    for i, tube in enumerate(tubes):
        top = bisect_right(tubes, limit - tube) - 1
        taken = 0
        while top >= 0 and taken < 3:
            if top != i:
                found.append((tube + tubes[top], i, top))
                taken += 1
            top -= 1
    found.sort(reverse=True)
    return found


def main():
    first_limit, second_limit, _, *tubes = map(int, sys.stdin.read().split())
    tubes.sort()
    first, second = pairs(tubes, first_limit), pairs(tubes, second_limit)
    best = 0
    for total, i, j in first:
        if not second or total + second[0][0] <= best:
            break
        for other, k, m in second:
            if total + other <= best:
                break
            if len({i, j, k, m}) == 4:
                best = total + other
    print(best or "Impossible")


main()
