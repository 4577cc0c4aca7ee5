n = int(input())
print(sum(1 for i in range(int(n ** 0.5)) if (n - i * i) % 3 == 0))
