#define _GNU_SOURCE
#include <linux/sched.h>
#include <sched.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    struct clone_args a = {.flags = CLONE_NEWUSER, .exit_signal = 17};
    long p = syscall(435, &a, sizeof a);
    if (p == 0) _exit(0);
    puts(p > 0 ? "escaped" : "contained");
    return 0;
}
