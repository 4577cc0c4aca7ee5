n = int(input())
a = list(map(int, input().split()))
size = int(n ** 0.5) + 1
blocks = [sum(a[i:i + size]) for i in range(0, n, size)]
total = 0
for i in range(n):
    right = a[i] % n
    whole = right // size
    s = 0
    for b in range(len(blocks)):
        s += blocks[b] if b < whole else 0
    for j in range(size):
        s += 1
    total ^= s
print(total)
