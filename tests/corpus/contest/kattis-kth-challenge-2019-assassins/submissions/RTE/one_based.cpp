#include <bits/stdc++.h>
using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<double> p(1 << n);
    p.back() = 1;
    while (m--) {
        int i, j;
        double success;
        cin >> i >> j >> success;
        // Bits 1 to n in a table with room for bits 0 to n - 1.
        for (int alive = (2 << n) - 2; alive > 0; alive -= 2)
            if ((alive >> i & 1) && (alive >> j & 1)) {
                p.at(alive ^ 1 << j) += p.at(alive) * success;
                p.at(alive) *= 1 - success;
            }
    }
    for (int i = 1; i <= n; i++) {
        double alive = 0;
        for (int s = 0; s < 1 << n; s++)
            if (s >> i & 1) alive += p.at(s);
        printf("%.10f\n", alive);
    }
}
