import sys

data = sys.stdin.read().split()
n, m = int(data[0]), int(data[1])
chance = {frozenset(range(1, n + 1)): 1.0}
for start in range(2, 2 + 3 * m, 3):
    killer, victim, success = int(data[start]), int(data[start + 1]), float(data[start + 2])
    following = {}
    for alive, p in chance.items():
        if killer in alive and victim in alive:
            rest = alive - {victim}
            following[rest] = following.get(rest, 0.0) + p * success
            p *= 1 - success
        following[alive] = following.get(alive, 0.0) + p
    chance = following
for assassin in range(1, n + 1):
    print(sum(p for alive, p in chance.items() if assassin in alive))
