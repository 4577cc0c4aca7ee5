#include <bits/stdc++.h>
using namespace std;
int main() { int n; scanf("%d", &n); long long b = 0, c = 0; for (int i = 0; i < n; i++) { long long x; scanf("%lld", &x); c = max(0LL, c + x - 500000000); b = max(b, c); } printf("%lld\n", b); }
