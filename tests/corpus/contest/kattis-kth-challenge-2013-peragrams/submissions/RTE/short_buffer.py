word = input().strip()
seen = [0] * 20
for letter in word:
    seen[ord(letter) - ord("a")] ^= 1
print(max(0, sum(seen) - 1))
