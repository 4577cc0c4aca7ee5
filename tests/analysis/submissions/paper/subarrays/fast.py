from collections import deque


class Solution:
    def countSubarrays(self, nums: list[int], k: int) -> int:
        high, low = deque(), deque()
        count = left = 0
        for right, x in enumerate(nums):
            while high and nums[high[-1]] <= x:
                high.pop()
            while low and nums[low[-1]] >= x:
                low.pop()
            high.append(right)
            low.append(right)
            while (nums[high[0]] - nums[low[0]]) * (right - left + 1) > k:
                left += 1
                if high[0] < left:
                    high.popleft()
                if low[0] < left:
                    low.popleft()
            count += right - left + 1
        return count
