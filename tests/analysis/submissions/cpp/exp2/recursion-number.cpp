#include <bits/stdc++.h>
using namespace std;
long long moves(int n) { return n == 0 ? 0 : moves(n - 1) + 1 + moves(n - 1); }
int main() { int n; cin >> n; cout << moves(n) << "\n"; }
