class Solution {
public:
  long long dominantIndices(vector<int>& a) {
    int n = a.size();
    long long count = 0;
    for (int i = 0; i + 1 < n; i++)
      if (1LL * a[i] * (n - 1 - i) > accumulate(a.begin() + i + 1, a.end(), 0LL)) count++;
    return count;
  }
};
