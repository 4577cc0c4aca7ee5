import sys


def main():
    n, m, *numbers = map(int, sys.stdin.read().split())
    earlier = [[] for _ in range(n + 1)]
    for a, b in zip(numbers[::2], numbers[1::2]):
        earlier[max(a, b)].append(min(a, b))
    # Whoever enters between two that cross crosses one of them, so cliques are chains.
    chain = [1] * (n + 1)
    for person in range(1, n + 1):
        chain[person] += max((chain[other] for other in earlier[person]), default=0)
    print(max(chain[1:]))


main()
