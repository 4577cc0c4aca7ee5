class Solution {
public:
  long long countSubarrays(vector<int>& a, long long k) {
    int n = a.size();
    deque<int> high, low;
    long long count = 0, left = 0;
    for (int right = 0; right < n; right++) {
      while (!high.empty() && a[high.back()] <= a[right]) high.pop_back();
      while (!low.empty() && a[low.back()] >= a[right]) low.pop_back();
      high.push_back(right);
      low.push_back(right);
      while (1LL * (a[high.front()] - a[low.front()]) * (right - left + 1) > k) {
        left++;
        if (high.front() < left) high.pop_front();
        if (low.front() < left) low.pop_front();
      }
      count += right - left + 1;
    }
    return count;
  }
};
