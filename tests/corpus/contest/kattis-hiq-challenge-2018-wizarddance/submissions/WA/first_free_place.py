n = int(input())
taken, turns = set(), ""
# Takes the left place whenever it is free, without looking ahead.
for wizard, step in enumerate(map(int, input().split())):
    for turn, place in (("L", (wizard + step) % n), ("R", (wizard - step) % n)):
        if place not in taken:
            taken.add(place)
            turns += turn
            break
print(turns if len(turns) == n else "no dance")
