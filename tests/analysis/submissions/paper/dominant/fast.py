class Solution:
    def dominantIndices(self, nums: list[int]) -> int:
        count = total = 0
        for i in range(len(nums) - 1, -1, -1):
            right = len(nums) - 1 - i
            if right and nums[i] * right > total:
                count += 1
            total += nums[i]
        return count
