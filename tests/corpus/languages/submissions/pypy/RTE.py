n = int(input())
v = list(map(int, input().split()))
print(v[n])
