#include <bits/stdc++.h>
using namespace std;
int main() {
  int n; cin >> n; vector<long long> a(n); for (auto &x : a) cin >> x; int s = sqrt(n) + 1; vector<long long> b(s + 1);
  for (int i = 0; i < n; i++) b[i / s] += a[i];
  long long t = 0;
  for (int i = 0; i < n; i++) { long long q = 0; int r = a[i] % n; for (int k = 0; k < s; k++) q += k < r / s ? b[k] : 1; t ^= q; }
  cout << t << "\n";
}
