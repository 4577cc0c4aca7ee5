from itertools import product

n = int(input())
steps = list(map(int, input().split()))
for turns in product("LR", repeat=n):
    places = {(i + (step if turn == "L" else -step)) % n for i, (step, turn) in enumerate(zip(steps, turns))}
    if len(places) == n:
        print("".join(turns))
        break
else:
    print("no dance")
