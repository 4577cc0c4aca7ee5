#include <bits/stdc++.h>
using namespace std;
int main() { long long n, c = 0; cin >> n; for (long long v = 2; v < n; v++) for (long long d = 2; d * d <= n; d++) c += v % d == 0; cout << c << "\n"; }
