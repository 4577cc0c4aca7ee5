text = input().strip()
number = int(text)
for length in range(1, len(text) + 1):
    quotient, rest = divmod(number, length)
    if rest == 0 and len(str(quotient)) == length:
        print(quotient)
        break
