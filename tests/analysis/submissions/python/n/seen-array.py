n = int(input())
seen = set()
for x in map(int, input().split()):
    if x + 1 in seen or x - 1 in seen:
        print("near")
    seen.add(x)
print(len(seen))
