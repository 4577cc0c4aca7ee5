class Solution {
public:
    long long solve(vector<int>& a) {
        long long best = 0, here = 0;
        for (int x : a) {
            here = max(0LL, here + (x % 7 - 3));
            best = max(best, here);
        }
        return best;
    }
};
