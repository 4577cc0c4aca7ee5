class Solution {
public:
  long long maxScore(vector<long long>& a, vector<long long>& b, int k) {
    int n = a.size(), m = b.size();
    vector<vector<long long>> before(n + 1, vector<long long>(m + 1));
    while (k--) {
      vector<vector<long long>> now(n + 1, vector<long long>(m + 1, -1e18));
      for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
          long long best = now[i + 1][j];
          for (int first = 0; first <= i; first++) best = max(best, before[first][j] + a[first] * b[j]);
          now[i + 1][j + 1] = best;
        }
      before = now;
    }
    return before[n][m];
  }
};
