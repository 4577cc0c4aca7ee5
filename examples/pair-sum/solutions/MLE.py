# Every pair at once, in a list.
from itertools import combinations

n = int(input())
numbers = list(map(int, input().split()))
pairs = list(combinations(numbers, 2))
print(min(map(sum, pairs), key=lambda total: (abs(total), -total)))
