import sys


def take(tubes, limit):
    low, high, best = 0, len(tubes) - 1, None
    while low < high:
        total = tubes[low] + tubes[high]
        if total > limit:
            high -= 1
        else:
            if best is None or total > best[0]:
                best = (total, low, high)
            low += 1
    if best is None:
        return None
    total, low, high = best
    del tubes[high], tubes[low]
    return total


first_limit, second_limit, _, *tubes = map(int, sys.stdin.read().split())
tubes.sort()
first = take(tubes, first_limit)
second = take(tubes, second_limit)
print("Impossible" if first is None or second is None else first + second)
