text = input().strip().ljust(4, ".")
# Compares letter by letter, which is replacing only.
print(min(sum(a != b for a, b in zip(text[i : i + 4], "meow")) for i in range(min(100000, len(text) - 3))))
