#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; list<int> a; for (int i = 0; i < n; i++) { int x; cin >> x; a.push_back(x); } long long t = 0; for (int i = 0; i < n; i++) { auto it = a.begin(); advance(it, i); t ^= *it; } cout << t << "\n"; }
