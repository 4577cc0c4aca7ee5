import sys
n, *v = map(int, sys.stdin.read().split())
distinct = set(v[:n])
print(len(distinct), sum(distinct))
