#include <bits/stdc++.h>
using namespace std;
int main() { string s; cin >> s; string t(s.rbegin(), s.rend()); int n = s.size(); vector<vector<int>> d(n + 1, vector<int>(n + 1)); for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) d[i + 1][j + 1] = s[i] == t[j] ? d[i][j] + 1 : max(d[i][j + 1], d[i + 1][j]); cout << d[n][n] << "\n"; }
