n = int(input())
count, i = 0, 1
while i * i <= n:
    if n % i == 0:
        count += 1 if i * i == n else 2
    i += 1
print(count)
