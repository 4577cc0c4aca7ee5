n = int(input())
p = list(map(int, input().split()))
tree = [0] * (n + 1)
total = 0
for i in range(1, n + 1):
    x, smaller = p[i - 1], 0
    j = x
    while j:
        smaller += tree[j]
        j -= j & -j
    larger = i - 1 - smaller
    total += larger * (2 * i - 1 - larger) // 2
    j = x
    while j <= n:
        tree[j] += 1
        j += j & -j
print(total)
