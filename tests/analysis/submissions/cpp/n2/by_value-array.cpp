#include <bits/stdc++.h>
using namespace std;
long long at(vector<int> a, int i) { return a[i]; }
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; long long t = 0; for (int i = 0; i < n; i++) t += at(a, i); cout << t << "\n"; }
