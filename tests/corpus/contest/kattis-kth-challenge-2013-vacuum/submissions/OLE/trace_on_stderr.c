#include <stdio.h>
#include <stdlib.h>

static int n, tube[2000];

static int ascending(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

typedef struct { int sum, i, j; } Pair;

static int descending(const void *a, const void *b) {
    return ((const Pair *)b)->sum - ((const Pair *)a)->sum;
}

static int candidates(int limit, Pair *out) {
    int found = 0;
    for (int i = 0; i < n; i++) {
        int taken = 0;
        for (int j = n - 1; j >= 0 && taken < 3; j--) {
            fprintf(stderr, "trying %d with %d of %d\n", i, j, limit);
            if (j != i && tube[i] + tube[j] <= limit) {
                out[found++] = (Pair){tube[i] + tube[j], i, j};
                taken++;
            }
        }
    }
    qsort(out, found, sizeof *out, descending);
    return found;
}

int main(void) {
    static Pair first[6000], second[6000];
    static char buffer[1 << 16];
    int a, b;
    setvbuf(stderr, buffer, _IOFBF, sizeof buffer);
    if (scanf("%d %d %d", &a, &b, &n) != 3) return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%d", &tube[i]) != 1) return 1;
    qsort(tube, n, sizeof *tube, ascending);
    int firsts = candidates(a, first), seconds = candidates(b, second), best = 0;
    for (int p = 0; p < firsts; p++)
        for (int q = 0; q < seconds; q++) {
            if (first[p].sum + second[q].sum <= best) break;
            if (first[p].i != second[q].i && first[p].i != second[q].j && first[p].j != second[q].i &&
                first[p].j != second[q].j)
                best = first[p].sum + second[q].sum;
        }
    if (best) printf("%d\n", best);
    else puts("Impossible");
    return 0;
}
