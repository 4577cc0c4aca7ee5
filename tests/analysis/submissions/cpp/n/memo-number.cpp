#include <bits/stdc++.h>
using namespace std;
vector<long long> memo;
long long f(int n) { if (n < 2) return 1; if (memo[n]) return memo[n]; return memo[n] = (f(n - 1) + f(n - 2)) % 1000007 + 1; }
int main() { int n; cin >> n; memo.assign(n + 1, 0); cout << f(n) << "\n"; }
