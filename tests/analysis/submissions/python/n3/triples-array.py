n = int(input())
a = list(map(int, input().split()))
count = 0
for i in range(n):
    for j in range(i):
        for k in range(j):
            count += a[i] + a[j] + a[k] == 0
print(count)
