import heapq

n = int(input())
p = list(map(int, input().split()))
heap = [i for i in range(n - 1) if p[i] > p[i + 1]]
heapq.heapify(heap)
total = 0
while heap:
    i = heapq.heappop(heap)
    if p[i] <= p[i + 1]:
        continue
    p[i], p[i + 1] = p[i + 1], p[i]
    total += i + 1
    if i and p[i - 1] > p[i]:
        heapq.heappush(heap, i - 1)
    if i + 2 < n and p[i + 1] > p[i + 2]:
        heapq.heappush(heap, i + 1)
print(total)
