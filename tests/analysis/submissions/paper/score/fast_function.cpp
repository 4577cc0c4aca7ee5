class Solution {
public:
  long long maxScore(vector<long long>& a, vector<long long>& b, int k) {
    int n = a.size(), m = b.size();
    vector<vector<long long>> before(n + 1, vector<long long>(m + 1));
    while (k--) {
      vector<vector<long long>> now(n + 1, vector<long long>(m + 1, -1e18));
      for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
          now[i + 1][j + 1] = max({before[i][j] + a[i] * b[j], now[i][j + 1], now[i + 1][j]});
      before = now;
    }
    return before[n][m];
  }
};
