#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; long long c = 0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) if (a[j] > a[i]) c++; cout << c << "\n"; }
