#include <stdio.h>
#include <sys/ptrace.h>
int main(void) { puts(ptrace(PTRACE_TRACEME, 0, 0, 0) == 0 ? "escaped" : "contained"); return 0; }
