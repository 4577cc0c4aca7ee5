#include <signal.h>
#include <unistd.h>

static void again(int number) {
  for (int each = SIGRTMIN; each < SIGRTMAX; each++) sigqueue(getpid(), each, (union sigval){.sival_int = number});
}

int main(void) {
  for (int each = 1; each < NSIG; each++) signal(each, again);
  again(0);
  for (;;) raise(SIGRTMIN);
}
