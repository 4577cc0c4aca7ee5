kept = []
while True:
    kept.append(b"x" * (1 << 20))
