s = input()
best = 0
for i in range(1, len(s)):
    if s.startswith(s[-i:]):
        best = i
print(best)
