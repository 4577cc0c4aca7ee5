n = int(input())
a = list(map(int, input().split()))
pairs = 0
for bottom in range(n // 2, n):
    if pairs < n // 2 and 2 * a[pairs] <= a[bottom]:
        pairs += 1
print(pairs)
