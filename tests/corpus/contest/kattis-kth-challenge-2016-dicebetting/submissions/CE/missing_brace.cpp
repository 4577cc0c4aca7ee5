#include <cstdio>
#include <vector>

int main() {
    int n, s, k;
    scanf("%d %d %d", &n, &s, &k);
    std::vector<double> p(s + 1);
    p[0] = 1;
    for (int roll = 0; roll < n; roll++) {
        for (int d = s; d > 0; d--) {
            p[d] = p[d] * d / s + p[d - 1] * (s - d + 1) / s;
        p[0] = 0;
    }
    printf("%.9f\n", p[k]);
}
