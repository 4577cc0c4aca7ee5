n = int(input())
steps = 0
while n:
    n //= 2
    steps += 1
print(steps)
