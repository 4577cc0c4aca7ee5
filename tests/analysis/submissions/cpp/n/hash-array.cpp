#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; unordered_map<int, int> m; int best = 0; for (int i = 0; i < n; i++) { int x; cin >> x; best = max(best, ++m[x]); } cout << best << "\n"; }
