#include <bits/stdc++.h>
using namespace std;
int main() { int n; cin >> n; priority_queue<int> q; for (int i = 0; i < n; i++) { int x; cin >> x; q.push(x); } long long t = 0; while (!q.empty()) { t = (t * 31 + q.top()) % 1000003; q.pop(); } cout << t << "\n"; }
