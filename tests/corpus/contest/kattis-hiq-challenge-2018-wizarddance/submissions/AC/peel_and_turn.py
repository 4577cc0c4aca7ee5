import sys


def main():
    n, *steps = map(int, sys.stdin.read().split())
    left = [(i + step) % n for i, step in enumerate(steps)]
    right = [(i - step) % n for i, step in enumerate(steps)]
    comers = [set() for _ in range(n)]
    for wizard in range(n):
        comers[left[wizard]].add(wizard)
        comers[right[wizard]].add(wizard)
    turn = [None] * n
    forced = [place for place in range(n) if len(comers[place]) == 1]

    def settle():
        """Send a wizard wherever only one can come."""
        while forced:
            place = forced.pop()
            if len(comers[place]) != 1 or place in taken:
                continue
            (wizard,) = comers[place]
            go(wizard, place)

    def go(wizard, place):
        turn[wizard] = "L" if left[wizard] == place else "R"
        taken.add(place)
        for choice in {left[wizard], right[wizard]}:
            comers[choice].discard(wizard)
        for other in list(comers[place]):
            comers[place].discard(other)
            elsewhere = left[other] + right[other] - place
            forced.append(elsewhere)
            only.append((other, elsewhere))
        for choice in {left[wizard], right[wizard]} - {place}:
            forced.append(choice)

    taken, only = set(), []
    while True:
        while forced or only:
            settle()
            while only:
                wizard, place = only.pop()
                if turn[wizard] is None:
                    if place in taken:
                        print("no dance")
                        return
                    go(wizard, place)
        if None not in turn:
            break
        wizard = turn.index(None)
        go(wizard, right[wizard] if left[wizard] in taken else left[wizard])
    print("".join(turn) if len(taken) == n else "no dance")


main()
