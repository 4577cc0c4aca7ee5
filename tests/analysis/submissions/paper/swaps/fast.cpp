#include <bits/stdc++.h>
using namespace std;

int main() {
  int n;
  cin >> n;
  vector<int> tree(n + 1);
  long long total = 0;
  for (int i = 1; i <= n; i++) {
    int x;
    cin >> x;
    long long smaller = 0;
    for (int j = x; j; j -= j & -j) smaller += tree[j];
    long long larger = i - 1 - smaller;
    total += larger * (2 * i - 1 - larger) / 2;
    for (int j = x; j <= n; j += j & -j) tree[j]++;
  }
  cout << total << "\n";
}
