class Solution {
public:
    int solve(vector<int>& a, vector<int>& b) {
        vector<vector<int>> best(a.size() + 1, vector<int>(b.size() + 1));
        for (size_t i = 1; i <= a.size(); i++)
            for (size_t j = 1; j <= b.size(); j++)
                best[i][j] = a[i - 1] % 9 == b[j - 1] % 9 ? best[i - 1][j - 1] + 1
                                                          : max(best[i - 1][j], best[i][j - 1]);
        return best.back().back();
    }
};
