s = input()
t = s[::-1]
row = [0] * (len(s) + 1)
for x in t:
    previous = 0
    for j, y in enumerate(s):
        saved = row[j + 1]
        row[j + 1] = previous + 1 if x == y else max(row[j], saved)
        previous = saved
print(row[-1])
