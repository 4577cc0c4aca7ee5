n = int(input())
a = list(map(int, input().split()))
rank = {x: i + 1 for i, x in enumerate(sorted(set(a)))}
tree = [0] * (n + 1)


def add(i):
    while i <= n:
        tree[i] += 1
        i += i & -i


def count(i):
    total = 0
    while i:
        total += tree[i]
        i -= i & -i
    return total


inversions = 0
for x in reversed(a):
    inversions += count(rank[x] - 1)
    add(rank[x])
print(inversions)
