import sys

n, m, *numbers = map(int, sys.stdin.read().split())
earlier = {}
for a, b in zip(numbers[::2], numbers[1::2]):
    earlier.setdefault(b, []).append(a)
chain = {}
for person in sorted(set(numbers)):
    chain[person] = 1 + max((chain[other] for other in earlier.get(person, ())), default=0)
# Nobody has a chain when nobody crosses anybody.
print(max(chain.values()))
