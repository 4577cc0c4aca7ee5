#include <bits/stdc++.h>
using namespace std;

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    vector<double> p(1 << n);
    p.back() = 1;
    while (m--) {
        int i, j;
        double success;
        scanf("%d %d %lf", &i, &j, &success);
        int both = 1 << (i - 1) | 1 << (j - 1);
        for (int alive = 0; alive < 1 << n; alive++)
            if ((alive & both) == both) {
                double moved = p[alive] * success;
                p[alive] -= moved;
                p[alive ^ 1 << (j - 1)] += moved;
            }
    }
    for (int i = 0; i < n; i++) {
        double alive = 0;
        for (int s = 0; s < 1 << n; s++)
            if (s >> i & 1) alive += p[s];
        printf("%.10f\n", alive);
    }
}
