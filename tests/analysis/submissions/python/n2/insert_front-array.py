n = int(input())
a = []
for x in map(int, input().split()):
    a.insert(0, x)
print(a[0])
