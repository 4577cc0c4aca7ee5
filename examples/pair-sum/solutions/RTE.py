# Looks one place past the end.
n = int(input())
numbers = sorted(map(int, input().split()), key=abs)
sums = [numbers[i] + numbers[i + 1] for i in range(n)]
print(min(sums, key=lambda total: (abs(total), -total)))
