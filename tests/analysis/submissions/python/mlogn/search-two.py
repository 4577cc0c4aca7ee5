from bisect import bisect_left
n, m = map(int, input().split())
a = list(map(int, input().split()))
b = list(map(int, input().split()))
for i in range(1, n):
    a[i] += a[i - 1]
print(sum(bisect_left(a, x) for x in b))
