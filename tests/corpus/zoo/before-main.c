#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int reached;

__attribute__((constructor)) static void early(void) {
  reached |= setuid(0) == 0 || setgid(0) == 0 || chroot("/tmp") == 0;
}

__attribute__((destructor)) static void late(void) {
  if (setuid(0) == 0) abort();
}

int main(void) {
  puts(reached ? "escaped" : "contained");
  return 0;
}
