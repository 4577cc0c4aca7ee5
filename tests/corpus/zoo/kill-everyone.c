#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    if (fork() == 0) { kill(-1, SIGKILL); _exit(0); }
    for (int pid = 1; pid < 60; pid++) if (pid != getpid()) kill(pid, SIGKILL);
    puts("contained");
    return 0;
}
