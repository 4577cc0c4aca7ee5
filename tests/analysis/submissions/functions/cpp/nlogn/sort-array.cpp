class Solution {
public:
    int solve(vector<int>& a) {
        sort(a.begin(), a.end());
        return a[a.size() / 2];
    }
};
