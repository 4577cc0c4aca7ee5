class Solution {
public:
  long long countSubarrays(vector<int>& a, long long k) {
    int n = a.size();
    multiset<long long> window;
    long long count = 0, left = 0;
    for (int right = 0; right < n; right++) {
      window.insert(a[right]);
      while ((*window.rbegin() - *window.begin()) * (right - left + 1) > k)
        window.erase(window.find(a[left++]));
      count += right - left + 1;
    }
    return count;
  }
};
