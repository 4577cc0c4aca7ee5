#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; long long t = 0; for (int i = 0; i < n; i++) { vector<int> b(a.begin(), a.begin() + i + 1); sort(b.begin(), b.end()); t ^= b[i / 2]; } cout << t << "\n"; }
