import sys

a, b, n, *tubes = map(int, sys.stdin.read().split())
best = 0
for i in range(n):
    for j in range(i):
        first = tubes[i] + tubes[j]
        if first > a:
            continue
        for k in range(n):
            for m in range(k):
                if tubes[k] + tubes[m] <= b and not {i, j} & {k, m}:
                    best = max(best, first + tubes[k] + tubes[m])
print(best or "Impossible")
