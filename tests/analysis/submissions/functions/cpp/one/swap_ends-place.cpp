class Solution {
public:
    void solve(vector<int>& a) { swap(a.front(), a.back()); }
};
