n = int(input())
a = list(map(int, input().split()))
best = 0
for i in range(n):
    best = max(best, sum(a[i:]))
print(best)
