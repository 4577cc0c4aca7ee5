#include <bits/stdc++.h>
using namespace std;
int main() {
  int n; cin >> n; vector<long long> a(n); for (auto &x : a) { cin >> x; x %= 4 * n; }
  long long t = 0; int l = 0, b = 0;
  for (int r = 0; r < n; r++) { t += a[r]; while (t > 8LL * n) t -= a[l++]; b = max(b, r - l + 1); }
  cout << b << "\n";
}
