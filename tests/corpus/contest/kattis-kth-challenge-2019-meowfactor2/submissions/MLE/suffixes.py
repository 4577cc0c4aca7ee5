text = input().strip()
# Every suffix at once, to be cut short later.
suffixes = [text[start:] for start in range(len(text))]


def distance(piece):
    rows = [[0, 1, 2, 3, 4]]
    for i, letter in enumerate(piece):
        row = [i + 1]
        for j, wanted in enumerate("meow", 1):
            row.append(min(rows[-1][j - 1] + (letter != wanted), rows[-1][j] + 1, row[-1] + 1))
            if i and j > 1 and (letter, piece[i - 1]) == ("meow"[j - 2], wanted):
                row[-1] = min(row[-1], rows[-2][j - 2] + 1)
        rows.append(row)
    return min(row[-1] for row in rows)


print(min(distance(suffix[:7]) for suffix in suffixes))
