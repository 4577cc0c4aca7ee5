#include <bits/stdc++.h>
using namespace std;
int main() { long long n, steps = 0; cin >> n; while (n) { n /= 2; steps++; if (n % 1000 == 7) steps += 2; } cout << steps << "\n"; }
