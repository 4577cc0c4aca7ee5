#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> c(n + 1); for (int i = 0; i < n; i++) { int x; cin >> x; c[x % n]++; } long long t = 0; for (int i = 0; i < n; i++) t += 1LL * c[i] * i; cout << t << "\n"; }
