from decimal import Context, Decimal


def main():
    text = input().strip()
    digits = len(text)
    exact = Context(prec=digits + 2)
    number = Decimal(text)
    # A number of d digits repeated d times has about len(d) digits more than d.
    for length in range(max(1, digits - 8), digits + 1):
        quotient = exact.divide_int(number, Decimal(length))
        answer = f"{quotient:f}"
        if len(answer) == length and exact.multiply(quotient, Decimal(length)) == number:
            print(answer)
            return


main()
