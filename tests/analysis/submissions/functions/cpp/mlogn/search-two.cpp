class Solution {
public:
    int solve(vector<int>& a, vector<int>& b) {
        vector<int> c(a.size());
        iota(c.begin(), c.end(), 1);
        int sum = 0;
        for (int x : b) sum += (lower_bound(c.begin(), c.end(), x % (int)c.size() + 1) - c.begin()) % 2;
        return sum;
    }
};
