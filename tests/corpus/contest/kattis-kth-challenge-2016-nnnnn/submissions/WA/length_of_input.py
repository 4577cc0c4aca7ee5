text = input().strip()
length = max(1, len(text) - 1)
rest, quotient = 0, []
for digit in text:
    rest = rest * 10 + int(digit)
    quotient.append(str(rest // length))
    rest %= length
print("".join(quotient).lstrip("0") or "0")
