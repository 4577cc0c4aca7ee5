import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # starting more threads costs more than all of this

import numpy as np


def main():
    data = sys.stdin.read().split()
    n, m = int(data[0]), int(data[1])
    # One axis for each assassin: 1 while alive.
    chance = np.zeros((2,) * n)
    chance[(1,) * n] = 1.0
    for start in range(2, 2 + 3 * m, 3):
        killer, victim, success = int(data[start]) - 1, int(data[start + 1]) - 1, float(data[start + 2])
        both = [slice(None)] * n
        both[killer] = both[victim] = 1
        killed = both.copy()
        killed[victim] = 0
        moved = chance[tuple(both)] * success
        chance[tuple(both)] -= moved
        chance[tuple(killed)] += moved
    for assassin in range(n):
        print(np.take(chance, 1, axis=assassin).sum())


main()
