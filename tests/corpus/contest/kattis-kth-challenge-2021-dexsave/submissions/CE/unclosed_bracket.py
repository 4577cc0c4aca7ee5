needed, bonus = map(int, input().split())
kind = input().strip()
dice = input().split()[1:]
chances = {
    "straight": [1 / 20 for face in range(20],
}
print(sum(chances[kind]))
