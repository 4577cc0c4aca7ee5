class Solution {
public:
    void solve(vector<int>& a) { rotate(a.begin(), a.begin() + a.size() / 3, a.end()); }
};
