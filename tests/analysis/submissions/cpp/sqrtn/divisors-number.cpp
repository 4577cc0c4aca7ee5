#include <bits/stdc++.h>
using namespace std;
int main() { long long n, c = 0; cin >> n; for (long long i = 1; i * i <= n; i++) if (n % i == 0) c += 2; cout << c << "\n"; }
