n = int(input())
a = list(map(int, input().split()))
total = 0
while a:
    total ^= a.pop(0)
print(total)
