class Solution {
public:
    void solve(vector<int>& a) { sort(a.begin(), a.end()); }
};
