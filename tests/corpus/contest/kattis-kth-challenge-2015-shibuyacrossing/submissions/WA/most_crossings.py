import sys
from collections import Counter

n, m, *numbers = map(int, sys.stdin.read().split())
degree = Counter(numbers)
print(1 + max(degree.values(), default=0))
