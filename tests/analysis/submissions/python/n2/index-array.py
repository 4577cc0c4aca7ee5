n = int(input())
a = list(map(int, input().split()))
b = sorted(a)
print(sum(b.index(x) for x in a))
