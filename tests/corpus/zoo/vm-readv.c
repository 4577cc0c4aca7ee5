#define _GNU_SOURCE
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
    char here[8];
    struct iovec l = {here, 8}, r = {(void *)0x400000, 8};
    int got = 0;
    for (int pid = 1; pid < 200; pid++) if (pid != getpid() && process_vm_readv(pid, &l, 1, &r, 1, 0) >= 0) got = pid;
    puts(got ? "escaped" : "contained");
    return 0;
}
