n = int(input())
bits = 1
for x in map(int, input().split()):
    bits |= bits << (x % 31 + 1)
print(bin(bits).count("1"))
