import heapq
n = int(input())
heap = []
for x in map(int, input().split()):
    heapq.heappush(heap, x)
total = 0
while heap:
    total = total * 31 + heapq.heappop(heap)
    total %= 1000003
print(total)
