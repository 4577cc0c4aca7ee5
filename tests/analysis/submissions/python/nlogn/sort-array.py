input()
a = sorted(map(int, input().split()))
print(max(b - a for a, b in zip(a, a[1:])))
