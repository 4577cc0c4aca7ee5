#include <bits/stdc++.h>
using namespace std;

int main() {
  int n, m;
  cin >> n >> m;
  vector<int> b(m), left(m);
  unordered_map<int, vector<int>> places;
  for (int i = 0; i < n; i++) {
    int x;
    cin >> x;
    places[x].push_back(i);
  }
  for (auto &x : b) cin >> x;
  int at = -1;
  for (int j = 0; j < m; j++) {
    auto &known = places[b[j]];
    auto it = upper_bound(known.begin(), known.end(), at);
    if (it == known.end()) return puts("No"), 0;
    left[j] = at = *it;
  }
  at = n;
  bool twice = false;
  for (int j = m - 1; j >= 0; j--) {
    auto &known = places[b[j]];
    at = *(lower_bound(known.begin(), known.end(), at) - 1);
    twice |= left[j] != at;
  }
  puts(twice ? "Yes" : "No");
}
