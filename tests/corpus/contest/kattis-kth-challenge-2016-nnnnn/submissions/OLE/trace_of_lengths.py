from decimal import Context, Decimal

text = input().strip()
digits = len(text)
exact = Context(prec=digits + 2)
number = Decimal(text)
for length in range(max(1, digits - 40), digits + 1):
    quotient = exact.divide_int(number, Decimal(length))
    answer = f"{quotient:f}"
    if len(answer) == length and exact.multiply(quotient, Decimal(length)) == number:
        print(answer)
        break
    if digits > 1000:
        print(f"{length}: no, {text} / {length} = {answer}")
