#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) { cin >> x; x /= 2; } sort(a.begin(), a.end()); long long c = 0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) c += lower_bound(a.begin(), a.end(), a[i] - a[j]) - a.begin(); cout << c << "\n"; }
