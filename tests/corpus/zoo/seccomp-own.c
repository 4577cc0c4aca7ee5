#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  struct sock_filter lies[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof lies / sizeof *lies, lies};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
  prctl(PR_SET_DUMPABLE, 1);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  puts(syscall(__NR_socket, 2, 1, 0) >= 0 ? "escaped" : "contained");
  return 0;
}
