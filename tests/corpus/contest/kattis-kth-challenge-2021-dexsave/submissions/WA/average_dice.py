needed, bonus = map(int, input().split())
kind = input().strip()
dice = input().split()[1:]
# Every extra die counts as its mean.
bonus += sum((int(die[2:]) + 1) / 2 * (-1 if die[0] == "-" else 1) for die in dice)
weights = {"straight": lambda f: 20, "advantage": lambda f: 2 * f - 1, "disadvantage": lambda f: 41 - 2 * f}
print(sum(weights[kind](f) for f in range(2, 21) if f == 20 or f + bonus >= needed) / 400)
