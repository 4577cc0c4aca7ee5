#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; long long t = 0; while (!a.empty()) { t ^= a[0]; a.erase(a.begin()); } cout << t << "\n"; }
