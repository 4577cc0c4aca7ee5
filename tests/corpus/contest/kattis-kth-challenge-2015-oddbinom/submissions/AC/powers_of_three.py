n = int(input())
total, weight = 0, 1
# Row r has 2^ones(r) odd entries, so the 2^k rows of a full block have 3^k.
for bit in reversed(range(n.bit_length())):
    if n >> bit & 1:
        total += weight * 3**bit
        weight *= 2
print(total)
