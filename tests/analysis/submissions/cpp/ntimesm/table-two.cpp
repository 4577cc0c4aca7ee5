#include <bits/stdc++.h>
using namespace std;
int main() { int n, m; cin >> n >> m; vector<int> a(n), b(m); for (auto &x : a) cin >> x; for (auto &x : b) cin >> x; vector<int> r(m + 1); for (int x : a) { int p = 0; for (int j = 0; j < m; j++) { int s = r[j + 1]; r[j + 1] = max({r[j], s, p + (x ^ b[j]) % 2}); p = s; } } cout << r[m] << "\n"; }
