#include <sys/wait.h>
#include <unistd.h>
int main(void) { for (;;) { pid_t p = vfork(); if (p == 0) _exit(0); waitpid(p, 0, 0); } }
