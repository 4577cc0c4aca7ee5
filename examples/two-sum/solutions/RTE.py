# Looks up a number that need not be there.
class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        position = {number: i for i, number in enumerate(nums)}
        return [0, position[target - nums[0]]]
