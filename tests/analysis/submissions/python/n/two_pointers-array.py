n = int(input())
a = [int(x) % (4 * n) for x in input().split()]
left = total = best = 0
for right in range(n):
    total += a[right]
    while total > 8 * n:
        total -= a[left]
        left += 1
    best = max(best, right - left + 1)
print(best)
