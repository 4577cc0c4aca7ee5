#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>
static int nothing(void *a) { (void)a; return 0; }
static char stack[65536];
int main(void) {
    int bad = 0, flags[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, CLONE_NEWUSER | CLONE_NEWNS};
    for (int i = 0; i < 8; i++) { bad |= unshare(flags[i]) == 0; bad |= clone(nothing, stack + 65536, flags[i] | SIGCHLD, 0) > 0; }
    bad |= mount("none", "/box/w", "tmpfs", 0, 0) == 0;
    bad |= umount2("/box", MNT_DETACH) == 0;
    bad |= chroot("/tmp") == 0;
    bad |= syscall(SYS_pivot_root, "/tmp", "/tmp") == 0;
    puts(bad ? "escaped" : "contained");
    return 0;
}
