n = int(input())
sums = [0]
for i in range(n):
    sums += [s + i for s in sums]
print(len(sums))
