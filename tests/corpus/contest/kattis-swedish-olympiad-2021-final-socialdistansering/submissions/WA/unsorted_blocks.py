import sys

people, blocks, length, *numbers = map(int, sys.stdin.read().split())
free, start = [], 0
# Trusts the blocks to come from left to right.
for first, last in zip(numbers[::2], numbers[1::2]):
    if first > start:
        free.append((start, first - 1))
    start = last + 1
free.append((start, length - 1))
low, high = 1, length
while high - low > 1:
    middle = (low + high) // 2
    seated, following = 0, 0
    for first, last in free:
        first = max(first, following)
        if first <= last:
            more = (last - first) // middle + 1
            seated += more
            following = first + more * middle
    low, high = (middle, high) if seated >= people else (low, middle)
print(low)
