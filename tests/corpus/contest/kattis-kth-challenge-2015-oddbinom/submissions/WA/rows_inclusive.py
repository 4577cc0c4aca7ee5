n = int(input()) + 1
total, weight = 0, 1
for bit in reversed(range(n.bit_length())):
    if n >> bit & 1:
        total += weight * 3**bit
        weight *= 2
print(total)
