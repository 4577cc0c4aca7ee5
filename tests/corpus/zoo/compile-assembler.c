#include <stdio.h>
__asm__(".section .rodata\n.globl secret\nsecret: .incbin \"/etc/shadow\"\n.text\n");
extern const char secret[];
int main(void) { puts(secret[0] ? "escaped" : "contained"); return 0; }
