n = int(input())
a = list(map(int, input().split()))
best = 0
for i in range(n):
    for j in range(i, n):
        best = max(best, sum(a[i:j + 1]) - (j - i) * 500000000)
print(best)
