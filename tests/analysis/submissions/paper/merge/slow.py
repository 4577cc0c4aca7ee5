class Solution:
    def mergeAdjacent(self, nums: list[int]) -> list[int]:
        nums = list(nums)
        merged = True
        while merged:
            merged = False
            for i in range(len(nums) - 1):
                if nums[i] == nums[i + 1]:
                    nums[i : i + 2] = [2 * nums[i]]
                    merged = True
                    break
        return nums
