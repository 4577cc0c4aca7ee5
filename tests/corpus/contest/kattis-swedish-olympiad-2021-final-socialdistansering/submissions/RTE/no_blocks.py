import sys

people, blocks, length, *numbers = map(int, sys.stdin.read().split())
ends = sorted(zip(numbers[::2], numbers[1::2]))
# The stretch before the first block is looked at first, and there may be no block.
free = [(0, ends[0][0] - 1)]
reach = ends[0][1]
for first, last in ends[1:]:
    free.append((reach + 1, first - 1))
    reach = max(reach, last)
free.append((reach + 1, length - 1))
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
