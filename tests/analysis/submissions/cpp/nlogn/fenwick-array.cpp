#include <bits/stdc++.h>
using namespace std;
int main() {
  int n; cin >> n; vector<int> a(n), t(n + 1); for (auto &x : a) { cin >> x; x = x % n + 1; }
  long long c = 0;
  for (int i = n - 1; i >= 0; i--) { for (int j = a[i] - 1; j; j -= j & -j) c += t[j]; for (int j = a[i]; j <= n; j += j & -j) t[j]++; }
  cout << c << "\n";
}
