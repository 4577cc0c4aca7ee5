#include <bits/stdc++.h>
using namespace std;

int main() {
    int n, s, k;
    cin >> n >> s >> k;
    vector<double> p(s + 1);
    p[0] = 1;
    for (int roll = 0; roll < n; roll++)
        for (int d = s; d >= 0; d--) p[d] = p[d] * d / s + (d ? p[d - 1] * (s - d + 1) / s : 0);
    cout << fixed << setprecision(4) << accumulate(p.begin() + k, p.end(), 0.0) << endl;
}
