#include <bits/stdc++.h>
using namespace std;

int main() {
  int n;
  cin >> n;
  vector<long long> stack;
  for (int i = 0; i < n; i++) {
    long long x;
    cin >> x;
    while (!stack.empty() && stack.back() == x) {
      x *= 2;
      stack.pop_back();
    }
    stack.push_back(x);
  }
  for (auto x : stack) cout << x << " ";
  cout << "\n";
}
