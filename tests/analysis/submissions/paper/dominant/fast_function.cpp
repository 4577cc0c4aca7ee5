class Solution {
public:
  long long dominantIndices(vector<int>& a) {
    int n = a.size();
    long long count = 0, total = 0;
    for (int i = n - 1; i >= 0; i--) {
      long long right = n - 1 - i;
      if (right && 1LL * a[i] * right > total) count++;
      total += a[i];
    }
    return count;
  }
};
