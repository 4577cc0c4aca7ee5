#include <bits/stdc++.h>
using namespace std;
vector<int> a, b;
long long f(int l, int r) {
  if (r - l < 2) return 0;
  int m = (l + r) / 2; long long c = f(l, m) + f(m, r); int i = l, j = m, k = l;
  while (i < m || j < r) if (j == r || (i < m && a[i] <= a[j])) b[k++] = a[i++]; else { c += m - i; b[k++] = a[j++]; }
  for (i = l; i < r; i++) a[i] = b[i];
  return c;
}
int main() { int n; cin >> n; a.resize(n); b.resize(n); for (auto &x : a) cin >> x; cout << f(0, n) << "\n"; }
