#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; set<int> s; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s.insert(a[i] ^ a[j]); cout << s.size() << "\n"; }
