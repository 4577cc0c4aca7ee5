word = input().strip()
print(sum(word.count(letter) % 2 for letter in set(word)))
