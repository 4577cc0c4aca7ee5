s = input()
parts = []
for c in s:
    parts.append(c.upper() if c < "m" else c)
print("".join(parts)[:20])
