#include <cstdio>
#include <vector>

int n, s, k;
std::vector<int> shown;

double reached(int rolls, int distinct) {
    if (distinct + n - rolls < k) return 0;
    if (rolls == n) return 1;
    double sum = 0;
    for (int side = 0; side < s; side++) {
        bool fresh = shown[side]++ == 0;
        sum += reached(rolls + 1, distinct + fresh);
        shown[side]--;
    }
    return sum / s;
}

int main() {
    scanf("%d %d %d", &n, &s, &k);
    shown.resize(s);
    printf("%.9f\n", reached(0, 0));
}
