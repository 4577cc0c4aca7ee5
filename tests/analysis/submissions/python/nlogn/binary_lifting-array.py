n = int(input())
a = list(map(int, input().split()))
up = [a[i] % (i + 1) for i in range(n)]
levels = max(1, n.bit_length())
for _ in range(levels):
    up = [up[up[i]] for i in range(n)]
print(sum(up))
