#include <stdio.h>
#include <stdlib.h>
static int order(const void *a, const void *b) {
    long long x = *(const long long *)a, y = *(const long long *)b;
    return (x > y) - (x < y);
}
int main(void) {
    int n, distinct = 0;
    if (scanf("%d", &n) != 1) return 1;
    long long *v = malloc(n * sizeof *v), sum = 0;
    for (int i = 0; i < n; i++) scanf("%lld", &v[i]);
    qsort(v, n, sizeof *v, order);
    for (int i = 0; i < n; i++)
        if (!i || v[i] != v[i - 1]) distinct++, sum += v[i];
    printf("%d %lld\n", distinct, sum);
    return 0;
}
