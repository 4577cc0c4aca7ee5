import sys

length, count, *words = sys.stdin.read().split()
length = int(length)
total = 26**length
# Subtracts the positions of every word and forgets texts that hold two.
for word in words:
    if len(word) <= length:
        total -= (length - len(word) + 1) * 26 ** (length - len(word))
print(total % 1_000_000_007)
