#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; map<int, int> m; long long t = 0; for (int i = 0; i < n; i++) { int x; cin >> x; m[x] += i; auto it = m.lower_bound(x / 2); if (it != m.end()) t += it->second; } cout << t << "\n"; }
