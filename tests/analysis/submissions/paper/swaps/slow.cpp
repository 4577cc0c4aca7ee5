#include <bits/stdc++.h>
using namespace std;

int main() {
  int n;
  cin >> n;
  vector<int> p(n);
  for (auto &x : p) cin >> x;
  priority_queue<int, vector<int>, greater<int>> heap;
  for (int i = 0; i + 1 < n; i++)
    if (p[i] > p[i + 1]) heap.push(i);
  long long total = 0;
  while (!heap.empty()) {
    int i = heap.top();
    heap.pop();
    if (p[i] <= p[i + 1]) continue;
    swap(p[i], p[i + 1]);
    total += i + 1;
    if (i && p[i - 1] > p[i]) heap.push(i - 1);
    if (i + 2 < n && p[i + 1] > p[i + 2]) heap.push(i + 1);
  }
  cout << total << "\n";
}
