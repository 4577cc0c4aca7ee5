#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
int main(void) {
    int bad = 0;
    bad |= mknod("disk", S_IFBLK | 0666, makedev(254, 0)) == 0;
    bad |= mknod("mem", S_IFCHR | 0666, makedev(1, 1)) == 0;
    int fd = open("su", O_CREAT | O_WRONLY, 0755);
    if (fd >= 0) { fchmod(fd, 06755); close(fd); }
    bad |= chown("su", 0, 0) == 0;
    bad |= setuid(0) == 0 && geteuid() == 0 && getuid() == 0 && access("/box/s/x", W_OK) == 0;
    mkfifo("pipe", 0666);
    puts(bad ? "escaped" : "contained");
    return 0;
}
