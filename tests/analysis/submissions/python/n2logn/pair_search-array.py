from bisect import bisect_left
n = int(input())
a = sorted(map(int, input().split()))
count = 0
for i in range(n):
    for j in range(i):
        count += bisect_left(a, a[i] + a[j]) - i
print(count)
