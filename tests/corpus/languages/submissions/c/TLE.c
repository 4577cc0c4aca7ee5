#include <stdio.h>
int main(void) {
    volatile unsigned n = 1;
    while (n) n |= 1;
    printf("%u\n", n);
}
