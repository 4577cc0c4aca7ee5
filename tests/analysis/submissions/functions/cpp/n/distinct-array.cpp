class Solution {
public:
    int solve(vector<int> a) {
        unordered_map<int, int> seen;
        for (int x : a) seen[x]++;
        return seen.size();
    }
};
