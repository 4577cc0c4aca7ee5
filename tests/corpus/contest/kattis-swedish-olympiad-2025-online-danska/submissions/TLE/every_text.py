import sys
from itertools import product
from string import ascii_lowercase

length, count, *words = sys.stdin.read().split()
good = 0
for letters in product(ascii_lowercase, repeat=int(length)):
    text = "".join(letters)
    good += not any(word in text for word in words)
print(good % 1_000_000_007)
