#include <stdio.h>

int main(void) {
    unsigned long long n, total = 0, weight = 1, power[40] = {1};
    if (scanf("%llu", &n) != 1) return 1;
    for (int bit = 1; bit < 40; bit++) power[bit] = 3 * power[bit - 1];
    for (int bit = 39; bit >= 0; bit--)
        if (n >> bit & 1) {
            total += weight * power[bit];
            weight *= 2;
        }
    printf("%llu\n", total);
    return 0;
}
