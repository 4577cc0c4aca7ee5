#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<vector<int>> d(n, vector<int>(n)); for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) d[i][j] = (i * 7 + j * 13) % 101 + 1; for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) d[i][j] = min(d[i][j], d[i][k] + d[k][j]); long long t = 0; for (auto &r : d) for (int x : r) t += x; cout << t << "\n"; }
