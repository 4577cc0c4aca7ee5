from itertools import product

needed, bonus = map(int, input().split())
kind = input().strip()
dice = input().split()[1:]
sides = [range(1, int(die[2:]) + 1) for die in dice]
signs = [-1 if die[0] == "-" else 1 for die in dice]
choose = {"straight": lambda a, b: a, "advantage": max, "disadvantage": min}[kind]
good = rolls = 0
for first, second, *extra in product(range(1, 21), range(1, 21), *sides):
    face = choose(first, second)
    total = face + bonus + sum(sign * value for sign, value in zip(signs, extra))
    good += face == 20 or (face > 1 and total >= needed)
    rolls += 1
print(good / rolls)
