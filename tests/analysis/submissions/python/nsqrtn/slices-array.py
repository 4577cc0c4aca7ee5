n = int(input())
a = list(map(int, input().split()))
size = int(n ** 0.5)
total = 0
for i in range(n - size):
    total += max(a[i:i + size])
print(total)
