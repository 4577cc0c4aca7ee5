#include <stdio.h>
#include <sys/ptrace.h>
#include <unistd.h>
int main(void) {
    int caught = 0;
    for (int pid = 1; pid < 200; pid++) if (pid != getpid() && ptrace(PTRACE_SEIZE, pid, 0, 0) == 0) caught = pid;
    puts(caught ? "escaped" : "contained");
    return 0;
}
