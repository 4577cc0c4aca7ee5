n = int(input())
d = [[(i * 7 + j * 13) % 101 + 1 for j in range(n)] for i in range(n)]
for k in range(n):
    for i in range(n):
        for j in range(n):
            d[i][j] = min(d[i][j], d[i][k] + d[k][j])
print(sum(map(sum, d)))
