#include <fcntl.h>
#include <stdio.h>
int main(void) { for (int fd = 3; fd < 1024; fd++) if (fcntl(fd, F_GETFD) != -1) { printf("escaped %d\n", fd); return 0; } puts("contained"); return 0; }
