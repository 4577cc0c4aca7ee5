#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> s{0}; for (int i = 0; i < n; i++) { int k = s.size(); for (int j = 0; j < k; j++) s.push_back(s[j] + i); } cout << s.size() << "\n"; }
