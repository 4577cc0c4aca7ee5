#include <bits/stdc++.h>
using namespace std;

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    vector<double> alive(n, 1);
    while (m--) {
        int i, j;
        double success;
        scanf("%d %d %lf", &i, &j, &success);
        alive[j - 1] *= 1 - success;
    }
    for (double p : alive) printf("%.10f\n", p);
}
