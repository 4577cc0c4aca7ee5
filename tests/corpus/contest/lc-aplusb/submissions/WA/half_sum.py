a, b = input().split()
# Adds column by column without ever carrying.
width = max(len(a), len(b))
columns = zip(a.zfill(width), b.zfill(width))
print("".join(str((int(x) + int(y)) % 10) for x, y in columns))
