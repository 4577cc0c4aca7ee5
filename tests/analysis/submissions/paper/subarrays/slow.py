import heapq


class Solution:
    def countSubarrays(self, nums: list[int], k: int) -> int:
        high, low = [], []
        count = left = 0
        for right, x in enumerate(nums):
            heapq.heappush(high, (-x, right))
            heapq.heappush(low, (x, right))
            while (-high[0][0] - low[0][0]) * (right - left + 1) > k:
                left += 1
                while high[0][1] < left:
                    heapq.heappop(high)
                while low[0][1] < left:
                    heapq.heappop(low)
            count += right - left + 1
        return count
