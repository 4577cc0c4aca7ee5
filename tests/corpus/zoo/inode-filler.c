#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  const char *folders[] = {".", "/tmp", "/dev/shm"};
  char path[64];
  for (int f = 0; f < 3; f++)
    for (int n = 0; n < 5000; n++) {
      snprintf(path, sizeof path, "%s/%d", folders[f], n);
      int failed = n % 3 == 0 ? mkdir(path, 0) : n % 3 == 1 ? symlink("/etc/shadow", path) : mkfifo(path, 0);
      if (failed) break;
    }
  puts("contained");
  return 0;
}
