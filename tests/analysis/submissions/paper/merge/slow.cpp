#include <bits/stdc++.h>
using namespace std;

int main() {
  int n;
  cin >> n;
  vector<long long> a(n);
  for (auto &x : a) cin >> x;
  for (bool merged = true; merged;) {
    merged = false;
    for (size_t i = 0; i + 1 < a.size() && !merged; i++)
      if (a[i] == a[i + 1]) {
        a[i] *= 2;
        a.erase(a.begin() + i + 1);
        merged = true;
      }
  }
  for (auto x : a) cout << x << " ";
  cout << "\n";
}
