import heapq
n = int(input())
a = list(map(int, input().split()))
heap = []
for i in range(n):
    for j in range(i):
        heapq.heappush(heap, a[i] ^ a[j])
print(heap[0])
