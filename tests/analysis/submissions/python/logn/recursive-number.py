def depth(n):
    return 0 if n <= 1 else 1 + depth(n // 2)


print(depth(int(input())))
