class Solution {
public:
    int solve(vector<int>& a) { return set<int>(a.begin(), a.end()).size(); }
};
