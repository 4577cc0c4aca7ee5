def odd(rows):
    if rows == 0:
        return 0
    return odd(rows - 1) + 2 ** (rows - 1).bit_count()


print(odd(int(input())))
