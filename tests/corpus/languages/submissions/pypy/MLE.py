kept = []
while True:
    kept.append(list(range(len(kept), len(kept) + 1000)))
