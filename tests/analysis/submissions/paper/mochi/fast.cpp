#include <bits/stdc++.h>
using namespace std;

int main() {
  int n;
  cin >> n;
  vector<long long> a(n);
  for (auto &x : a) cin >> x;
  int pairs = 0;
  for (int bottom = n / 2; bottom < n; bottom++)
    if (pairs < n / 2 && 2 * a[pairs] <= a[bottom]) pairs++;
  cout << pairs << "\n";
}
