#include <bits/stdc++.h>
using namespace std;
int main() {
  int n; cin >> n; vector<int> a(n), s; long long t = 0;
  for (auto &x : a) cin >> x;
  for (int i = 0; i < n; i++) { while (!s.empty() && a[s.back()] < a[i]) { t += i; s.pop_back(); } s.push_back(i); }
  cout << t << "\n";
}
