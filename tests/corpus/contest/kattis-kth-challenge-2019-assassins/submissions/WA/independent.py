import sys

data = sys.stdin.read().split()
n, m = int(data[0]), int(data[1])
alive = [1.0] * n
# Multiplies as if whether one is alive said nothing about another.
for start in range(2, 2 + 3 * m, 3):
    killer, victim, success = int(data[start]) - 1, int(data[start + 1]) - 1, float(data[start + 2])
    alive[victim] *= 1 - alive[killer] * success
print(*alive, sep="\n")
