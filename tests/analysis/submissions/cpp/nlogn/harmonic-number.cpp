#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; vector<int> c(n + 1); for (int i = 1; i <= n; i++) for (int j = i; j <= n; j += i) c[j]++; cout << *max_element(c.begin(), c.end()) << "\n"; }
