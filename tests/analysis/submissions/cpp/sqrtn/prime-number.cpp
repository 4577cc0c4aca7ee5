#include <bits/stdc++.h>
using namespace std;
int main() { long long n, p = 1000000007LL, c = 0; cin >> n; for (long long d = 2; d * d <= n; d++) c += p % d < 3; cout << c << "\n"; }
