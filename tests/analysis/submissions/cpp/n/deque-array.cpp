#include <bits/stdc++.h>
using namespace std;
int main() {
  int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; deque<int> d; long long t = 0;
  for (int i = 0; i < n; i++) { while (!d.empty() && a[d.back()] <= a[i]) d.pop_back(); d.push_back(i); if (d.front() <= i - 10) d.pop_front(); t ^= a[d.front()]; }
  cout << t << "\n";
}
