#include <bits/stdc++.h>
using namespace std;

int main() {
  int n;
  cin >> n;
  vector<long long> a(n);
  for (auto &x : a) cin >> x;
  sort(a.begin(), a.end());
  int low = 0, high = n / 2;
  while (low < high) {
    int k = (low + high + 1) / 2;
    bool possible = true;
    for (int i = 0; i < k && possible; i++) possible = 2 * a[i] <= a[n - k + i];
    if (possible) low = k;
    else high = k - 1;
  }
  cout << low << "\n";
}
