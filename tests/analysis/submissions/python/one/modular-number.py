n = int(input())
total = 0
for digit in range(50):
    total += (n * digit) % 7
print(total)
