#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; nth_element(a.begin(), a.begin() + n / 2, a.end()); cout << a[n / 2] << "\n"; }
