length, use = map(int, input().split())
rolls = 1
while True:
    rest = length
    while rest >= use:
        rest -= use
    if rest == 0:
        break
    use -= rest
    rolls += 1
print(rolls)
