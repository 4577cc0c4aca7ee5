class Solution {
public:
    vector<int> twoSum(vector<int>& nums, int target) {
        unordered_map<int, int> seen;
        for (int i = 0; i < (int)nums.size(); i++) {
            auto other = seen.find(target - nums[i]);
            if (other != seen.end()) return {other->second, i};
            seen[nums[i]] = i;
        }
        return {};
    }
};
