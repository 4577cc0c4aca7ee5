#include <stdio.h>

int main(void) {
    long long length, use, rolls = 0;
    if (scanf("%lld %lld", &length, &use) != 2) return 1;
    for (long long rest = length % use; rest >= 0; rest = length % use) {
        use -= rest;
        rolls++;
        if (rest == 0) use = 0;
    }
    printf("%lld\n", rolls);
    return 0;
}
