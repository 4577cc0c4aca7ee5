#include <signal.h>
#include <unistd.h>
static char block[65536];
int main(void) { signal(SIGXFSZ, SIG_IGN); for (;;) if (write(1, block, sizeof block) < 0) {} }
