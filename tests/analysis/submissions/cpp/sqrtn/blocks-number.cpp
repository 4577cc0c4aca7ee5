#include <bits/stdc++.h>
using namespace std;
int main() {
  long long n, t = 0; cin >> n;
  for (long long l = 1; l <= n;) { long long q = n / l, r = n / q; t += q * (r - l + 1); l = r + 1; }
  cout << t << "\n";
}
