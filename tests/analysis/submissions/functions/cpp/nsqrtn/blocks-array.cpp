class Solution {
public:
    long long solve(vector<int>& a) {
        int n = a.size(), step = max(1, (int)sqrt(n));
        long long total = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < step; j++) total += a[(i + j) % n] % 3;
        return total;
    }
};
