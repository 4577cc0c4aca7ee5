TABLE = [i * i for i in range(2000)]
n = int(input())
print(TABLE[n % 2000])
