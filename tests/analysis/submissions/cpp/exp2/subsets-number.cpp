#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; long long c = 0; for (long long m = 0; m < (1LL << n); m++) if (m % 3 == 0) c++; cout << c << "\n"; }
