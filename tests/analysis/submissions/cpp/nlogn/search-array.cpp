#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a(n), b(n); for (int i = 0; i < n; i++) { cin >> a[i]; b[i] = i * 1000; } long long t = 0; for (int x : a) t += upper_bound(b.begin(), b.end(), x % (n * 1000)) - b.begin(); cout << t << "\n"; }
