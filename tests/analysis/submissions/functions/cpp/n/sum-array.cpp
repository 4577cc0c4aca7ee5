class Solution {
public:
    long long solve(vector<int>& a) { return accumulate(a.begin(), a.end(), 0LL); }
};
