n = int(input())
row, total = 1, 0
# A row as the bits of one integer.
for _ in range(n):
    total += row.bit_count()
    row ^= row << 1
print(total)
