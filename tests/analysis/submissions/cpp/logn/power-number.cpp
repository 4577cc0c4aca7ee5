#include <bits/stdc++.h>
using namespace std;
int main() {
  long long n, r = 1, b = 3, m = 1000000007; cin >> n;
  while (n) { if (n & 1) r = r * b % m; b = b * b % m; n >>= 1; }
  cout << r << "\n";
}
