n = int(input())
a = list(map(int, input().split()))
a.sort(key=lambda x: -x)
total = 0
for i in range(n):
    total += i * a[i]
    if total > 10**18:
        total %= 998244353
print(total)
