class Solution:
    def dominantIndices(self, nums: list[int]) -> int:
        count = 0
        for i in range(len(nums) - 1):
            rest = nums[i + 1 :]
            if nums[i] * len(rest) > sum(rest):
                count += 1
        return count
