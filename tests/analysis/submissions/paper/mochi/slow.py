n = int(input())
a = sorted(map(int, input().split()))


def possible(k):
    for i in range(k):
        if 2 * a[i] > a[n - k + i]:
            return False
    return True


low, high = 0, n // 2
while low < high:
    middle = (low + high + 1) // 2
    if possible(middle):
        low = middle
    else:
        high = middle - 1
print(low)
