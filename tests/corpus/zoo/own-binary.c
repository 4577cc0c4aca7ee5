#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
    int bad = 0;
    bad |= chmod("/box/s/main", 0777) == 0;
    bad |= unlink("/box/s/main") == 0;
    bad |= rename("/box/s", "/box/old") == 0;
    bad |= open("/box/s/main", O_WRONLY) >= 0;
    bad |= open("/box/s/new", O_CREAT | O_WRONLY, 0777) >= 0;
    puts(bad ? "escaped" : "contained");
    return 0;
}
