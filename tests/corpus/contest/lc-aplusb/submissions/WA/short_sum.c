#include <stdio.h>

int main(void) {
    short a, b;
    if (scanf("%hd %hd", &a, &b) != 2) return 1;
    printf("%hd\n", (short)(a + b));
    return 0;
}
