import sys


def main():
    people, blocks, length, *numbers = map(int, sys.stdin.read().split())
    free, start = [], 0
    for first, last in sorted(zip(numbers[::2], numbers[1::2])):
        if first > start:
            free.append((start, first - 1))
        start = max(start, last + 1)
    if start < length:
        free.append((start, length - 1))

    def fits(distance):
        seated, following = 0, 0
        for first, last in free:
            first = max(first, following)
            if first <= last:
                more = (last - first) // distance + 1
                seated += more
                following = first + more * distance
        return seated >= people

    low, high = 1, length
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    print(low)


main()
