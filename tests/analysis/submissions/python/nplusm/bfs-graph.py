import sys
from collections import deque
data = list(map(int, sys.stdin.read().split()))
n, m = data[0], data[1]
near = [[] for _ in range(n)]
for i in range(m):
    u, v = data[2 + 2 * i], data[3 + 2 * i]
    near[u].append(v)
    near[v].append(u)
seen, queue = [False] * n, deque([0])
seen[0] = True
count = 0
while queue:
    u = queue.popleft()
    count += 1
    for v in near[u]:
        if not seen[v]:
            seen[v] = True
            queue.append(v)
print(count)
