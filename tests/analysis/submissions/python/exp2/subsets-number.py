n = int(input())
count = 0
for mask in range(1 << n):
    count += mask % 3 == 0
print(count)
