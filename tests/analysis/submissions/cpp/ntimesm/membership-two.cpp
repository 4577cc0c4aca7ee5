#include <bits/stdc++.h>
using namespace std;
int main() { int n, m; cin >> n >> m; vector<int> a(n), b(m); for (auto &x : a) cin >> x; for (auto &x : b) cin >> x; int c = 0; for (int x : a) c += count(b.begin(), b.end(), x); cout << c << "\n"; }
