#include <bits/stdc++.h>
using namespace std;
int main() { int n, m; cin >> n >> m; vector<long long> a(n); for (auto &x : a) cin >> x; for (int i = 1; i < n; i++) a[i] += a[i - 1]; long long t = 0; for (int i = 0; i < m; i++) { long long x; cin >> x; t += lower_bound(a.begin(), a.end(), x * n / 2) - a.begin(); } cout << t << "\n"; }
