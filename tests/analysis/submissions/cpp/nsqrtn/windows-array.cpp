#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; int s = sqrt(n); long long t = 0; for (int i = 0; i + s < n; i++) t += *max_element(a.begin() + i, a.begin() + i + s); cout << t << "\n"; }
