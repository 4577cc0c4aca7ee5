class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        position = {}
        for i, number in enumerate(nums):
            if target - number in position:
                return [i, position[target - number]]
            position[number] = i
        return []
