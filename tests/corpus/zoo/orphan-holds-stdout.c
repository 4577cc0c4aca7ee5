#include <stdio.h>
#include <unistd.h>
int main(void) { if (fork() == 0) { for (;;) pause(); } puts("contained"); return 0; }
