#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a; for (int i = 0; i < n; i++) { int x; cin >> x; if (find(a.begin(), a.end(), x) == a.end()) a.push_back(x); } cout << a.size() << "\n"; }
