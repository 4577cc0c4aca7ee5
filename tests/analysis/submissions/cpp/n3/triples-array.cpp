#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<long long> a(n); for (auto &x : a) cin >> x; long long c = 0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) for (int k = 0; k < j; k++) if (a[i] + a[j] > a[k]) c++; cout << c << "\n"; }
