#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    int got = 0;
    for (int pid = 1; pid < 100; pid++) {
        int p = syscall(434, pid, 0);
        for (int fd = 0; p >= 0 && pid != getpid() && fd < 16; fd++) if (syscall(438, p, fd, 0) >= 0) got = 1;
        if (p >= 0) close(p);
    }
    puts(got ? "escaped" : "contained");
    return 0;
}
