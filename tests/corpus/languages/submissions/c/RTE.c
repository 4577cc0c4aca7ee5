#include <stdio.h>
int main(void) {
    volatile int n = 0, *p = 0;
    if (scanf("%d", (int *)&n) == 1) printf("%d\n", *p);
    return 0;
}
