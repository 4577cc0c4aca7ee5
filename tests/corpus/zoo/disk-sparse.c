#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) { signal(SIGXFSZ, SIG_IGN); int fd = open("s", O_CREAT | O_RDWR, 0600); if (ftruncate(fd, 1L << 50)) {} puts("contained"); return 0; }
