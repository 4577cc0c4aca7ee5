def distance(text, target):
    table = [[i + j if i * j == 0 else 0 for j in range(len(target) + 1)] for i in range(len(text) + 1)]
    for i in range(1, len(text) + 1):
        for j in range(1, len(target) + 1):
            table[i][j] = min(
                table[i - 1][j - 1] + (text[i - 1] != target[j - 1]),
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
            )
            if i > 1 and j > 1 and text[i - 2 : i] == target[j - 1] + target[j - 2]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


text = input().strip()
best = 4
for start in range(len(text)):
    for end in range(start + 1, min(start + 7, len(text)) + 1):
        best = min(best, distance(text[start:end], "meow"))
print(best)
