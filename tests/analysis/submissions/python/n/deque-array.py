from collections import deque
n = int(input())
a = list(map(int, input().split()))
k, window, out = 10, deque(), 0
for i, x in enumerate(a):
    while window and a[window[-1]] <= x:
        window.pop()
    window.append(i)
    if window[0] <= i - k:
        window.popleft()
    out ^= a[window[0]]
print(out)
