#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count > 1) {
    puts(setuid(0) == 0 || geteuid() < 1000 ? "escaped" : "contained");
    return 0;
  }
  int own = open("/proc/self/exe", O_RDONLY), memory = memfd_create("own", 0);
  char block[4096];
  ssize_t size;
  while ((size = read(own, block, sizeof block)) > 0)
    if (write(memory, block, size) != size) return 1;
  char *environment[] = {"LD_PRELOAD=/tmp/own.so", "LD_AUDIT=/tmp/own.so", NULL};
  char *again[] = {"own", "again", NULL};
  fexecve(memory, again, environment);
  (void)arguments;
  puts("contained");
  return 0;
}
