n = int(input())
a = list(map(int, input().split()))
out = []
while a:
    x = min(a)
    a.remove(x)
    out.append(x)
print(out[n // 2])
