def main():
    needed, bonus = map(int, input().split())
    kind = input().strip()
    dice = input().split()[1:]
    # Chances of each value of the 20-sided die, or of the better or worse of two.
    if kind == "straight":
        roll = {face: 1 / 20 for face in range(1, 21)}
    elif kind == "advantage":
        roll = {face: (2 * face - 1) / 400 for face in range(1, 21)}
    else:
        roll = {face: (2 * (21 - face) - 1) / 400 for face in range(1, 21)}
    extra = {bonus: 1.0}
    for die in dice:
        sign, sides = (-1 if die[0] == "-" else 1), int(die[2:])
        following = {}
        for total, chance in extra.items():
            for face in range(1, sides + 1):
                total_then = total + sign * face
                following[total_then] = following.get(total_then, 0.0) + chance / sides
        extra = following
    # A natural 20 always succeeds, a natural 1 always fails.
    success = roll[20]
    for face in range(2, 20):
        success += roll[face] * sum(p for total, p in extra.items() if face + total >= needed)
    print(success)


main()
