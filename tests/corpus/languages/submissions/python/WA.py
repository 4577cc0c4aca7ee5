import sys
n, *v = map(int, sys.stdin.read().split())
print(len(set(v)), sum(v))
