#include <bits/stdc++.h>
using namespace std;
int main() { long long n, t = 0; cin >> n; for (int i = 0; i < 60; i++) t = (t * 31 + n) % 1000003; cout << t << "\n"; }
