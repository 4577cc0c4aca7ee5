#include <bits/stdc++.h>
using namespace std;

int main() {
  int n;
  cin >> n;
  vector<long long> a(n);
  for (auto &x : a) cin >> x;
  long long count = 0;
  for (int i = 0; i + 1 < n; i++)
    if (a[i] * (n - 1 - i) > accumulate(a.begin() + i + 1, a.end(), 0LL)) count++;
  cout << count << "\n";
}
