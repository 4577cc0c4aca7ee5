n = int(input())
groups = []
for x in map(int, input().split()):
    groups = groups + [x]
print(len(groups))
