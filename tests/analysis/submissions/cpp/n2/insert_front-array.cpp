#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a; for (int i = 0; i < n; i++) { int x; cin >> x; a.insert(a.begin(), x); } cout << a[0] << "\n"; }
