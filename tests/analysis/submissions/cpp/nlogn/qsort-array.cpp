#include <bits/stdc++.h>
using namespace std;
int by(const void *a, const void *b) { return *(int *)a < *(int *)b ? -1 : *(int *)a > *(int *)b; }
int main() { int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; qsort(a.data(), n, sizeof(int), by); cout << a[n / 2] << "\n"; }
