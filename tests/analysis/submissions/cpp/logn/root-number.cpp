#include <bits/stdc++.h>
using namespace std;
int main() {
  long long n; cin >> n; long long lo = 0, hi = n;
  while (lo < hi) { long long mid = (lo + hi + 1) / 2; if (mid <= n / max(1LL, mid)) lo = mid; else hi = mid - 1; }
  cout << lo << "\n";
}
