n = int(input())
a = list(map(int, input().split()))
total = 0
prefix = []
for x in a:
    prefix.append(x)
    prefix.sort(reverse=x % 2 == 0)
    total ^= sorted(prefix, key=lambda v: v)[len(prefix) // 2]
print(total)
