n = int(input())
count = 0
for value in range(2, n):
    d = 2
    while d * d <= n:
        count += value % d == 0
        d += 1
print(count)
