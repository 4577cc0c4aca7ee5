#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static char block[1 << 20];
int main(void) {
    memset(block, 1, sizeof block);
    for (int n = 0; n < 200; n++) {
        int fd = memfd_create("m", 0);
        if (fd < 0) return 1;
        for (int i = 0; i < 1; i++) if (write(fd, block, sizeof block) < 0) return 1;
    }
    for (;;) pause();
}
