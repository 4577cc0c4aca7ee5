class Solution {
public:
    int solve(vector<int>& a, int x) { return lower_bound(a.begin(), a.end(), x) - a.begin(); }
};
