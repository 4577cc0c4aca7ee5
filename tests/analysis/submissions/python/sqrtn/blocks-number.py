n = int(input())
total, left = 0, 1
while left <= n:
    quotient = n // left
    right = n // quotient
    total += quotient * (right - left + 1)
    left = right + 1
print(total)
