# Two pointers over the sorted numbers: O(n log n).
n = int(input())
numbers = sorted(map(int, input().split()))
left, right = 0, n - 1
best = numbers[left] + numbers[right]
while left < right:
    total = numbers[left] + numbers[right]
    if (abs(total), -total) < (abs(best), -best):
        best = total
    if total < 0:
        left += 1
    else:
        right -= 1
print(best)
