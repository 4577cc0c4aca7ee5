def moves(n):
    return 0 if n == 0 else moves(n - 1) + 1 + moves(n - 1)


print(moves(int(input())))
