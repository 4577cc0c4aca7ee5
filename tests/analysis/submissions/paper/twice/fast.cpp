#include <bits/stdc++.h>
using namespace std;

int main() {
  int n, m;
  cin >> n >> m;
  vector<int> a(n), b(m), left(m);
  for (auto &x : a) cin >> x;
  for (auto &x : b) cin >> x;
  int at = 0;
  for (int j = 0; j < m; j++) {
    while (at < n && a[at] != b[j]) at++;
    if (at == n) return puts("No"), 0;
    left[j] = at++;
  }
  at = n - 1;
  bool twice = false;
  for (int j = m - 1; j >= 0; j--) {
    while (a[at] != b[j]) at--;
    twice |= left[j] != at--;
  }
  puts(twice ? "Yes" : "No");
}
