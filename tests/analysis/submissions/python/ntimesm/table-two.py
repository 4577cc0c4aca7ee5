n, m = map(int, input().split())
a = list(map(int, input().split()))
b = list(map(int, input().split()))
row = [0] * (m + 1)
for x in a:
    previous = 0
    for j in range(m):
        saved = row[j + 1]
        row[j + 1] = max(row[j], saved, previous + (x ^ b[j]) % 2)
        previous = saved
print(row[m])
