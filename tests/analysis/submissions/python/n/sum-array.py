import sys
data = list(map(int, sys.stdin.read().split()))
total = 0
for value in data[1:]:
    total += value
print(total)
