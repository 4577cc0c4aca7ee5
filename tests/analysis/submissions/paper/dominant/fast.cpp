#include <bits/stdc++.h>
using namespace std;

int main() {
  int n;
  cin >> n;
  vector<long long> a(n);
  for (auto &x : a) cin >> x;
  long long count = 0, total = 0;
  for (int i = n - 1; i >= 0; i--) {
    long long right = n - 1 - i;
    if (right && a[i] * right > total) count++;
    total += a[i];
  }
  cout << count << "\n";
}
