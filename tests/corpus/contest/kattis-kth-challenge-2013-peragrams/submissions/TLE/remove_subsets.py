from collections import Counter
from itertools import combinations


def arranges(letters):
    return sum(count % 2 for count in Counter(letters).values()) <= 1


word = input().strip()
for removed in range(len(word)):
    if any(arranges(rest) for rest in combinations(word, len(word) - removed)):
        print(removed)
        break
