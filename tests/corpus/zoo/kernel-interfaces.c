#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    char room[256] = {0};
    int bad = 0;
    bad |= syscall(425, 8, room) >= 0;                     // io_uring_setup
    bad |= syscall(SYS_bpf, 5, room, 128) >= 0;
    bad |= syscall(SYS_userfaultfd, 0) >= 0;
    bad |= syscall(SYS_perf_event_open, room, 0, -1, -1, 0) >= 0;
    bad |= syscall(SYS_keyctl, 0, -3, 1) >= 0;
    bad |= syscall(SYS_add_key, "user", "k", "v", 1, -3) >= 0;
    bad |= syscall(SYS_personality, 0x0040000) >= 0;
    bad |= syscall(SYS_fanotify_init, 0, 0) >= 0;
    bad |= syscall(SYS_open_by_handle_at, 0, room, 0) >= 0;
    bad |= syscall(SYS_syslog, 3, room, 10) >= 0;
    bad |= syscall(SYS_kcmp, 1, 1, 0, 0, 0) >= 0;
    bad |= syscall(430, "tmpfs", 0) >= 0;                  // fsopen
    bad |= syscall(428, -100, "/", 1) >= 0;                // open_tree
    puts(bad ? "escaped" : "contained");
    return 0;
}
