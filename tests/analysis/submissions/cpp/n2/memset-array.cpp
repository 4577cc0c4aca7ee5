#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<char> a(n); long long t = 0; for (int i = 0; i < n; i++) { int x; cin >> x; memset(a.data(), x & 1, n); t += a[i]; } cout << t << "\n"; }
