n = int(input())
best = current = 0
for x in map(int, input().split()):
    x -= 500000000
    current = max(0, current + x)
    best = max(best, current)
print(best)
