#include <bits/stdc++.h>
using namespace std;

int main() {
  long long n, k;
  cin >> n >> k;
  vector<long long> a(n);
  for (auto &x : a) cin >> x;
  multiset<long long> window;
  long long count = 0, left = 0;
  for (int right = 0; right < n; right++) {
    window.insert(a[right]);
    while ((*window.rbegin() - *window.begin()) * (right - left + 1) > k)
      window.erase(window.find(a[left++]));
    count += right - left + 1;
  }
  cout << count << "\n";
}
