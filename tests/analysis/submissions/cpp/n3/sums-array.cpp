#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<long long> a(n); for (auto &x : a) cin >> x; long long b = 0; for (int i = 0; i < n; i++) for (int j = i; j < n; j++) b = max(b, accumulate(a.begin() + i, a.begin() + j + 1, 0LL) - 500000000LL * (j - i)); cout << b << "\n"; }
