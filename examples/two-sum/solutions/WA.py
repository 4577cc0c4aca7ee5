# May use a number twice: 3 + 3 = 6.
class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        for i, number in enumerate(nums):
            if target - number in nums:
                return [i, nums.index(target - number)]
        return []
