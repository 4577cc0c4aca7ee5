class Solution {
public:
    int solve(vector<int>& a) { return a[a.size() / 2]; }
};
