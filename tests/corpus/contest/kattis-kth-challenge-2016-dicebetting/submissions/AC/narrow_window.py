def main():
    rolls, sides, wanted = map(int, input().split())
    # Chance of each number of distinct values so far; unlikely ones are dropped.
    chance = {0: 1.0}
    reached = 0.0
    for _ in range(rolls):
        following = {}
        for distinct, p in chance.items():
            repeat = p * distinct / sides
            following[distinct] = following.get(distinct, 0.0) + repeat
            if distinct + 1 == wanted:
                reached += p - repeat
            else:
                following[distinct + 1] = p - repeat
        chance = {distinct: p for distinct, p in following.items() if p > 1e-14}
        if not chance:
            break
    print(reached if wanted else 1.0)


main()
