import os
import sys
from string import ascii_lowercase

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # starting more threads costs more than all of this

import numpy as np

MOD = 1_000_000_007


def main():
    length, _, *words = sys.stdin.read().split()
    children, bad, fail = [{}], [False], [0]
    for word in words:
        node = 0
        for letter in word:
            child = children[node].get(letter)
            if child is None:
                child = children[node][letter] = len(children)
                children.append({})
                bad.append(False)
                fail.append(0)
            node = child
        bad[node] = True
    # Most letters lead where they lead from the empty prefix; only the others are stored.
    root, special = children[0], [{}] * len(children)
    queue = [0]
    from_empty = {letter: root.get(letter, 0) for letter in ascii_lowercase}
    sources, targets, defaults = [], [], []
    for node in queue:
        if node:
            special[node] = {**special[fail[node]], **children[node]}
        for letter, child in children[node].items():
            if node:
                fail[child] = special[fail[node]].get(letter, root.get(letter, 0))
                bad[child] = bad[child] or bad[fail[child]]
            queue.append(child)
        if not bad[node]:
            sources += [node] * len(special[node])
            targets += special[node].values()
            defaults += map(from_empty.__getitem__, special[node])
    sources, targets, defaults = (np.array(edges, dtype=int) for edges in (sources, targets, defaults))
    starts = np.array(list(root.values()), dtype=int)
    good = ~np.array(bad)
    # Texts of a length that may follow each prefix.
    ways = good.astype(np.int64)
    for _ in range(int(length)):
        from_root = ways[starts].sum() + (26 - len(starts)) * ways[0]
        gain = np.bincount(sources, weights=ways[targets] - ways[defaults], minlength=len(bad))
        ways = (from_root + gain.astype(np.int64)) % MOD * good
    print(ways[0])


main()
