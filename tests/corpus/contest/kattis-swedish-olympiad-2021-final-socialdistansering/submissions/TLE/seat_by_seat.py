import sys

people, blocks, length, *numbers = map(int, sys.stdin.read().split())
ends = sorted(zip(numbers[::2], numbers[1::2]))


def fits(distance):
    seated, seat, block = 0, 0, 0
    while seat < length and seated < people:
        while block < len(ends) and ends[block][1] < seat:
            block += 1
        if block < len(ends) and ends[block][0] <= seat:
            seat += 1
        else:
            seated += 1
            seat += distance
    return seated >= people


low, high = 1, length
while high - low > 1:
    middle = (low + high) // 2
    low, high = (middle, high) if fits(middle) else (low, middle)
print(low)
