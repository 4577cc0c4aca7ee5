#include <bits/stdc++.h>
using namespace std;
int main() { int n, m; cin >> n >> m; vector<vector<int>> g(n); for (int i = 0; i < m; i++) { int u, v; cin >> u >> v; g[u].push_back(v); g[v].push_back(u); } vector<char> s(n); queue<int> q; q.push(0); s[0] = 1; int c = 0; while (!q.empty()) { int u = q.front(); q.pop(); c++; for (int v : g[u]) if (!s[v]) { s[v] = 1; q.push(v); } } cout << c << "\n"; }
