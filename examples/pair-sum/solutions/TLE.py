# Every pair: O(n^2).
n = int(input())
numbers = list(map(int, input().split()))
best = numbers[0] + numbers[1]
for i in range(n):
    for j in range(i):
        total = numbers[i] + numbers[j]
        if (abs(total), -total) < (abs(best), -best):
            best = total
print(best)
