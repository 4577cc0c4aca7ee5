// The spawn server: starts one program at a time inside a box, watches it, ends it, and says what it used.
//
// One source, two builds.
//   spawnd     a small static program: `spawnd FD` serves requests on a SOCK_SEQPACKET socket, and
//              `spawnd wrap FD PROGRAM ARGS...` confines itself like a submission and becomes PROGRAM,
//              which keeps FD as its descriptor 3 (a zygote: it forks what would otherwise be executed);
//              `wrap-open` leaves out the system call filter, for a zygote that makes namespaces for tests.
//              `spawnd limit-files FOLDER=N... -- PROGRAM ARGS...` gives file systems in memory a number of
//              files that they can hold, gives up the right to mount, and becomes PROGRAM.
//   spawnd.so  the same for Python's zygote: box_fork_each() forks and watches, and returns in the children.
//              node_zygote.c includes it for Node's.
//
// It is small and static because a child's peak memory starts at its parent's, and because forking from a
// Python process costs milliseconds.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x80
#endif
#ifndef CLONE_NEWCGROUP
#define CLONE_NEWCGROUP 0x02000000
#endif

enum {
  TICK_US = 20000,      // between two looks at a running program
  REAPER_UID = 64999,   // real uid while killing: the program's uid can't signal it
  MESSAGE = 1 << 20,    // longest request
  MAX_ARGUMENTS = 4096,
  CHANNELS = 3,         // stdin, stdout, stderr
  MAX_CHANNELS = 8      // and what a harness needs
};

// Kept in step with wire.py, which packs and unpacks both.
struct request {
  uint32_t uid;          // the program's uid; 0 keeps the server's own, in namespaces of its own
  uint32_t argc, envc;
  uint32_t processes, files;
  uint32_t flags;
  uint64_t cpu_us;       // stop when this much CPU time is used
  uint64_t wall_us;      // stop when this much wall time, less run delay, has passed
  uint64_t patience_us;  // give up after this much wall time
  uint64_t stack, file_size, memory;
};

enum {
  KEEP_WORK = 1,  // in namespaces: leave what the program writes to its working folder
  PLAIN = 2       // uid 0 means neither another id nor namespaces: no isolation
};

enum { STOPPED_CPU = 1, STOPPED_WALL = 2, STOPPED_MEMORY = 4, STOPPED_DEADLINE = 8 };

struct report {
  int32_t status;        // as from wait(2)
  uint32_t stopped;
  int32_t error;         // errno of the server's own failure
  uint32_t oom_kills;
  uint64_t wall_us, cpu_us, run_delay_us, peak_bytes;
  uint32_t left;         // processes that outlived the program
  uint32_t reserved;
};

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000ull + t.tv_nsec / 1000;
}

static uint64_t cpu_of_rusage(const struct rusage *usage) {
  return (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000ull + usage->ru_utime.tv_usec +
         usage->ru_stime.tv_usec;
}

// ------------------------------------------------------------------------------- system call filter

static const unsigned denied[] = {
  __NR_socket, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp, 438 /* pidfd_getfd */,
  __NR_shmget, __NR_semget, __NR_msgget, __NR_mq_open, __NR_keyctl, __NR_add_key, __NR_request_key,
  __NR_unshare, __NR_setns, __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_bpf,
  __NR_userfaultfd, __NR_perf_event_open, 425, 426, 427 /* io_uring */, __NR_open_by_handle_at,
  __NR_name_to_handle_at, __NR_fanotify_init, __NR_inotify_init1,
  428, 429, 430, 431, 432, 433, 442 /* the new mount interface */, __NR_personality, __NR_syslog,
  __NR_quotactl, 443 /* quotactl_fd */, 447 /* memfd_secret */, __NR_acct, __NR_kexec_load,
  // who lowers its priority waits for a core as long as others are busy, and that wait isn't charged
  __NR_setpriority, __NR_sched_setparam, __NR_sched_setattr,
#ifdef __NR_inotify_init
  __NR_inotify_init,
#endif
#ifdef __NR_modify_ldt
  __NR_modify_ldt,
#endif
};
enum { DENIED = sizeof denied / sizeof *denied };

#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#else
#error "spawnd.c knows x86-64 and arm64"
#endif

static struct sock_filter filter[DENIED * 2 + 21];
static struct sock_fprog filter_program = {0, filter};

static void make_filter(void) {
  if (filter_program.len) return;
  unsigned n = 0;
#define EMIT(...) filter[n++] = (struct sock_filter)__VA_ARGS__
  EMIT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
  EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCH, 1, 0));
  EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
  EMIT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
#if defined(__x86_64__)
  EMIT(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));  // the x32 table
  EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
#endif
  for (unsigned i = 0; i < DENIED; i++) {
    EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, denied[i], 0, 1));
    EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  }
  // clone3 is "not there", so that the C library falls back to clone, whose flags a filter can read
  EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435, 0, 1));
  EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
  // Of scheduling policies only the ordinary one, which everything has anyway: Mono asks for it, and complains.
  EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_sched_setscheduler, 0, 4));
  EMIT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])));
  EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SCHED_OTHER, 1, 0));
  EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  EMIT(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3));
  EMIT(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])));
  EMIT(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K,
                CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |
                    CLONE_NEWCGROUP,
                0, 1));
  EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  EMIT(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
#undef EMIT
  filter_program.len = n;
}

// For this process and all that it starts from now on.
static int __attribute__((unused)) install_filter(void) {
  make_filter();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter_program);
}

// --------------------------------------------------------------------------- becoming a submission

static int limit(int resource, uint64_t value) {
  struct rlimit both = {value, value};
  return setrlimit(resource, &both);
}

static int drop_capabilities(void) {
  // the bounding set can only be lowered with CAP_SETPCAP, which an ordinary user's box has and root's lacks
  for (int capability = 0; capability <= 63; capability++)
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)) break;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2];
  memset(none, 0, sizeof none);
  return syscall(SYS_capset, &header, none);
}

// Take on the submission's limits and identity. The caller has arranged the descriptors.
// Returns 0, or the number of the step that failed.
int box_enter(const struct request *request) {
  setsid();
  umask(022);
  // RLIMIT_CPU is a backstop behind the watch, per process and in whole seconds
  uint64_t cpu_s = (request->cpu_us + 999999) / 1000000 + 1;
  struct rlimit cpu = {cpu_s, cpu_s + 1};
  if (setrlimit(RLIMIT_CPU, &cpu)) return 1;
  if (limit(RLIMIT_FSIZE, request->file_size)) return 2;
  if (limit(RLIMIT_STACK, request->stack ? request->stack : RLIM_INFINITY)) return 3;
  if (limit(RLIMIT_CORE, 0) || limit(RLIMIT_MEMLOCK, 0) || limit(RLIMIT_MSGQUEUE, 0)) return 4;
  if (limit(RLIMIT_NOFILE, request->files)) return 5;
  if (limit(RLIMIT_NPROC, request->processes)) return 6;
  if (request->uid) {
    if (setgroups(0, NULL)) return 7;
    if (setresgid(request->uid, request->uid, request->uid)) return 8;
    if (setresuid(request->uid, request->uid, request->uid)) return 9;
  }
  return drop_capabilities() ? 10 : 0;
}

// ---------------------------------------------------------------------------- measuring a box

static int cgroup_cpu = -1, cgroup_memory = -1, cgroup_stat = -1, cgroup_events = -1, cgroup_v2;

static int open_first(const char *const *paths) {
  for (; *paths; paths++) {
    int fd = open(*paths, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) return fd;
  }
  return -1;
}

// A box may read its own cgroup: Docker mounts it under /sys/fs/cgroup, the local driver under /cgroup.
int box_open_cgroup(void) {
  static const char *const cpu[] = {"/cgroup/cpuacct/cpuacct.usage", "/sys/fs/cgroup/cpuacct/cpuacct.usage", 0};
  static const char *const cpu2[] = {"/cgroup/unified/cpu.stat", "/sys/fs/cgroup/cpu.stat", 0};
  static const char *const memory[] = {"/cgroup/memory/memory.usage_in_bytes",
                                       "/sys/fs/cgroup/memory/memory.usage_in_bytes", 0};
  static const char *const memory2[] = {"/cgroup/unified/memory.current", "/sys/fs/cgroup/memory.current", 0};
  static const char *const stat[] = {"/cgroup/memory/memory.stat", "/sys/fs/cgroup/memory/memory.stat",
                                     "/cgroup/unified/memory.stat", "/sys/fs/cgroup/memory.stat", 0};
  static const char *const events[] = {"/cgroup/memory/memory.oom_control",
                                       "/sys/fs/cgroup/memory/memory.oom_control",
                                       "/cgroup/unified/memory.events", "/sys/fs/cgroup/memory.events", 0};
  if (getenv("ORDOJUDGE_BOX")) return 0;  // no isolation: these would be the whole machine's
  cgroup_cpu = open_first(cpu);
  if (cgroup_cpu < 0) {
    cgroup_cpu = open_first(cpu2);
    cgroup_v2 = cgroup_cpu >= 0;
  }
  cgroup_memory = open_first(memory);
  if (cgroup_memory < 0) cgroup_memory = open_first(memory2);
  cgroup_stat = open_first(stat);
  cgroup_events = open_first(events);
  return (cgroup_cpu >= 0) | (cgroup_memory >= 0) << 1;
}

static uint64_t number_after(const char *text, const char *key) {
  const char *found = key ? strstr(text, key) : text;
  return found ? strtoull(found + (key ? strlen(key) : 0), NULL, 10) : 0;
}

static int read_all(int fd, char *text, int size) {
  int n = fd < 0 ? -1 : pread(fd, text, size - 1, 0);
  text[n < 0 ? 0 : n] = 0;
  return n;
}

static uint64_t box_cpu_us(void) {
  char text[512];
  read_all(cgroup_cpu, text, sizeof text);
  return cgroup_v2 ? number_after(text, "usage_usec ") : number_after(text, NULL) / 1000;
}

static uint64_t box_memory(void) {
  char text[64];
  read_all(cgroup_memory, text, sizeof text);
  return number_after(text, NULL);
}

// Memory that programs hold: usage also counts the page cache and the kernel's own structures.
static uint64_t box_held_memory(void) {
  char text[4096];
  read_all(cgroup_stat, text, sizeof text);
  uint64_t anonymous = strncmp(text, "anon ", 5) ? number_after(text, "\nrss ") : number_after(text, "anon ");
  return anonymous + number_after(text, "\nshmem ");
}

static uint64_t box_oom_kills(void) {
  char text[512];
  read_all(cgroup_events, text, sizeof text);
  return number_after(text, "oom_kill ");
}

static uint64_t written(const int *channels) {
  uint64_t total = 0;
  struct stat status;
  for (int i = 1; i < CHANNELS; i++)
    if (channels[i] >= 0 && !fstat(channels[i], &status) && S_ISREG(status.st_mode))
      total += status.st_blocks * 512ull;
  return total;
}

static uint64_t tmpfs_in_use(void) {
  static const char *const mounts[] = {"/box", "/tmp", "/dev/shm"};
  uint64_t total = 0;
  struct statvfs status;
  for (unsigned i = 0; i < sizeof mounts / sizeof *mounts; i++)
    if (!statvfs(mounts[i], &status)) total += (status.f_blocks - status.f_bfree) * status.f_frsize;
  return total;
}

// Whether a process is the submission's: by its uid; in a PID namespace without a uid of its own by its age,
// since only the runner, the spawn server and the zygotes are older; and without isolation by its session.
static int is_submissions(pid_t pid, pid_t session, pid_t program, const struct request *request) {
  if (request->uid) {
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d", pid);
    return !stat(path, &status) && status.st_uid == request->uid;
  }
  return request->flags & PLAIN ? session == program : pid > program;
}

// Without a cgroup: add up the processes of the submission.
static void scan_processes(pid_t program, const struct request *request, uint64_t *cpu_us, uint64_t *memory) {
  static long page, tick;
  if (!page) page = sysconf(_SC_PAGESIZE), tick = sysconf(_SC_CLK_TCK);
  uint64_t private = 0, shared = 0;
  *cpu_us = 0;
  DIR *proc = opendir("/proc");
  if (!proc) return;
  struct dirent *entry;
  while ((entry = readdir(proc))) {
    pid_t pid = atoi(entry->d_name);
    if (pid <= 0) continue;
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) continue;
    int n = read_all(fd, text, sizeof text);
    close(fd);
    char *fields = n > 0 ? strrchr(text, ')') : NULL;
    unsigned long long user, system, child_user, child_system;
    int session;
    if (!fields || sscanf(fields + 1, " %*c %*d %*d %d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &session,
                          &user, &system, &child_user, &child_system) != 5)
      continue;
    if (!is_submissions(pid, session, program, request)) continue;
    *cpu_us += (user + system + child_user + child_system) * 1000000ull / tick;
    snprintf(path, sizeof path, "/proc/%d/statm", pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) continue;
    read_all(fd, text, sizeof text);
    close(fd);
    unsigned long long resident = 0, common = 0;
    if (sscanf(text, "%*u %llu %llu", &resident, &common) == 2) {
      private += (resident - common) * page;
      if (common * page > shared) shared = common * page;
    }
  }
  closedir(proc);
  *memory = private + shared;
}

static uint64_t run_delay_in(const char *schedstat) {
  char text[128];
  int fd = open(schedstat, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  read_all(fd, text, sizeof text);
  close(fd);
  char *second = strchr(text, ' ');
  return second ? strtoull(second, NULL, 10) / 1000 : 0;
}

// Time in which a program could have run but had no core. Of its threads the one that waited longest counts:
// any other choice would charge the program for the machine's load.
static uint64_t run_delay_us(pid_t pid) {
  char path[64];
  uint64_t longest = 0;
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *tasks = opendir(path);
  if (!tasks) return 0;
  struct dirent *entry;
  for (int n = 0; n < 64 && (entry = readdir(tasks));) {
    if (entry->d_name[0] == '.') continue;
    n++;
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/schedstat", pid, entry->d_name);
    uint64_t delay = run_delay_in(path);
    if (delay > longest) longest = delay;
  }
  closedir(tasks);
  return longest;
}

// The same for all processes of a submission: one that waits for its children, as the first one of a PID
// namespace does, waits as long as they do.
static uint64_t longest_run_delay_us(pid_t program, const struct request *request) {
  uint64_t longest = run_delay_us(program);
  DIR *proc = opendir("/proc");
  if (!proc) return longest;
  struct dirent *entry;
  while ((entry = readdir(proc))) {
    pid_t pid = atoi(entry->d_name);
    if (pid <= 0 || !is_submissions(pid, getsid(pid), program, request)) continue;
    uint64_t delay = run_delay_us(pid);
    if (delay > longest) longest = delay;
  }
  closedir(proc);
  return longest;
}

// ------------------------------------------------------------------------------ watching and ending

static void end_everything(uint32_t uid) {
  if (!uid) return;
  // With effective uid = the box's, the kill reaches exactly the box; real and saved uid keep the box from
  // signalling the killer; setting the uids back to 0 brings the capabilities back.
  syscall(SYS_setresuid, REAPER_UID, uid, 0);
  kill(-1, SIGKILL);
  syscall(SYS_setresuid, 0, 0, 0);
}

// Without a uid or a namespace to kill by: every descendant becomes a child of this process, its subreaper,
// once the ones in between are gone. Kills those that are children now; returns whether there were any.
static int end_children(void) {
  int found = 0;
  DIR *proc = opendir("/proc");
  if (!proc) return 0;
  struct dirent *entry;
  while ((entry = readdir(proc))) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%.16s/stat", entry->d_name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) continue;
    read_all(fd, text, sizeof text);
    close(fd);
    char *fields = strrchr(text, ')');
    int parent = 0;
    if (fields && sscanf(fields + 1, " %*c %d", &parent) == 1 && parent == getpid()) {
      kill(atoi(entry->d_name), SIGKILL);
      found = 1;
    }
  }
  closedir(proc);
  return found;
}

static void stop(pid_t pid, uint32_t uid) {
  // The server may signal another uid's process through CAP_KILL; the box itself holds none.
  kill(pid, SIGKILL);
  end_everything(uid);
}

// Wait for the program `pid` within its limits, end all that it started, and fill in the report.
// `channels` are its stdin, stdout and stderr; `in_namespace` says that `pid` is the first process of a PID
// namespace, whose end takes everything in it along.
static void watch(pid_t pid, const struct request *request, const int *channels, int in_namespace,
                  uint64_t started, struct report *report) {
  memset(report, 0, sizeof *report);
  int pidfd = syscall(SYS_pidfd_open, pid, 0);
  if (pidfd < 0) {
    report->error = errno;
    stop(pid, request->uid);
  }
  clockid_t clock = (~(clockid_t)pid << 3) | 2;  // CPU time of another process
  int by_cgroup = cgroup_cpu >= 0, memory_by_cgroup = cgroup_memory >= 0;
  uint64_t cpu0 = by_cgroup ? box_cpu_us() : 0, oom0 = box_oom_kills();
  uint64_t memory0 = memory_by_cgroup ? box_memory() : 0, held0 = memory_by_cgroup ? box_held_memory() : 0;
  int own_files = !memory_by_cgroup && !(request->flags & PLAIN);  // else they are the whole machine's
  uint64_t files0 = own_files ? tmpfs_in_use() : 0;
  uint64_t peak = 0, seen_cpu = 0, delay = 0;
  while (pidfd >= 0) {
    uint64_t wall = now_us() - started, used = 0, scanned_cpu = 0, scanned_memory = 0;
    struct timespec t;
    if (!clock_gettime(clock, &t)) used = t.tv_sec * 1000000ull + t.tv_nsec / 1000;
    if (!by_cgroup || !memory_by_cgroup) {
      if (wall > TICK_US / 4) scan_processes(pid, request, &scanned_cpu, &scanned_memory);
    }
    if (by_cgroup) {
      uint64_t box = box_cpu_us() - cpu0;
      if (box > used) used = box;
    } else if (scanned_cpu > used) {
      used = scanned_cpu;
    }
    if (used > seen_cpu) seen_cpu = used;
    if (used >= request->cpu_us) {
      report->stopped = STOPPED_CPU;
      break;
    }
    uint64_t output = written(channels), memory;
    if (memory_by_cgroup) {
      memory = box_memory();
      memory = memory > memory0 + output ? memory - memory0 - output : 0;
      if (memory > request->memory) {
        memory = box_held_memory();
        memory = memory > held0 + output ? memory - held0 - output : 0;
      }
    } else {
      uint64_t files = own_files ? tmpfs_in_use() : 0;
      memory = scanned_memory + (files > files0 ? files - files0 : 0);
    }
    if (memory > peak) peak = memory;
    if (memory > request->memory) {
      report->stopped = STOPPED_MEMORY;
      break;
    }
    if (wall >= request->wall_us) {
      delay = longest_run_delay_us(pid, request);
      if (wall - delay >= request->wall_us) {
        report->stopped = STOPPED_WALL;
        break;
      }
    }
    if (wall >= request->patience_us) {
      report->stopped = STOPPED_DEADLINE;
      break;
    }
    uint64_t nap = request->cpu_us - used;
    if (wall < request->wall_us && request->wall_us - wall < nap) nap = request->wall_us - wall;
    if (nap > TICK_US) nap = TICK_US;
    struct pollfd ready = {pidfd, POLLIN, 0};
    if (poll(&ready, 1, (int)((nap + 999) / 1000)) > 0) break;
  }
  if (report->stopped) stop(pid, request->uid);
  if (pidfd >= 0) close(pidfd);

  siginfo_t info;
  struct rusage usage;
  int status = 0;
  while (waitid(P_PID, pid, &info, WEXITED | WNOWAIT) && errno == EINTR) {}
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/schedstat", pid);
  report->run_delay_us = run_delay_in(path);  // a zombie still tells, and is all that is left of its threads
  if (delay > report->run_delay_us) report->run_delay_us = delay;
  while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {}
  report->wall_us = now_us() - started;
  report->status = status;
  uint64_t cpu = cpu_of_rusage(&usage);
  if ((uint64_t)usage.ru_maxrss * 1024 > peak && !in_namespace) peak = (uint64_t)usage.ru_maxrss * 1024;

  if (!in_namespace) {
    end_everything(request->uid);
    for (;;) {
      if (request->flags & PLAIN) end_children();
      pid_t child = wait4(-1, &status, 0, &usage);
      if (child < 0 && errno == EINTR) continue;
      if (child <= 0) break;
      report->left++;
      cpu += cpu_of_rusage(&usage);
    }
  }
  if (by_cgroup) {
    uint64_t box = box_cpu_us() - cpu0;
    // The cgroup also counts the judge's own part of the box, well under this margin.
    if (box > cpu + 10000) cpu = box;
  }
  if (seen_cpu > cpu + 10000) cpu = seen_cpu;  // children that nobody waited for
  report->cpu_us = cpu;
  report->peak_bytes = peak;
  report->oom_kills = box_oom_kills() - oom0;
}

// Take the next request and its descriptors off the socket.
// Returns its length, or 0 when the runner has gone.
static int receive(int control, char *message, int size, int *channels, int *count) {
  union {
    char bytes[CMSG_SPACE(sizeof(int) * MAX_CHANNELS)];
    struct cmsghdr align;
  } ancillary;
  struct iovec part = {message, size};
  struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &ancillary,
                          .msg_controllen = sizeof ancillary};
  ssize_t n;
  do n = recvmsg(control, &header, MSG_CMSG_CLOEXEC);
  while (n < 0 && errno == EINTR);
  struct cmsghdr *rights = n > 0 ? CMSG_FIRSTHDR(&header) : NULL;
  *count = 0;
  if (rights && rights->cmsg_type == SCM_RIGHTS) {
    *count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(channels, CMSG_DATA(rights), sizeof(int) * *count);
  }
  return n > 0 ? n : 0;
}

// ------------------------------------------------------------------------------ namespaces for a test

// For the runner of an ordinary user, who has no second uid to separate a program from the judge's own
// processes: each test gets namespaces, with a first process that everything of the test ends with.
enum { NAMESPACES = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC };

static int in_namespaces(const struct request *request) {
  return !request->uid && !(request->flags & PLAIN);
}

// In the first process: file systems of the test's own. Returns an errno.
static int mount_afresh(const struct request *request) {
  int error = 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
  const char *fresh = "mode=0777,size=64m,nr_inodes=4k";
  unsigned long sealed = MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV;
  int keep = request->flags & KEEP_WORK;
  if ((keep ? mount("/box/w", "/box/w", NULL, MS_BIND, NULL)
            : mount("none", "/box/w", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0777,size=256m,nr_inodes=8k")) ||
      mount("none", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, fresh) ||
      mount("/box/s", "/box/s", NULL, MS_BIND, NULL) || mount(NULL, "/box/s", NULL, sealed, NULL) ||
      mount(NULL, "/box", NULL, sealed, NULL))
    error = errno;
  mount("none", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=1777,size=16m,nr_inodes=256");
  // A fresh /proc is refused where parts of the outer one are masked; the outer one then stays, and shows
  // the runner's processes but not their insides.
  mount("none", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
  return error;
}

// The rest of the first process's life: wait for the program, end what it left, tell the server on `result`.
static void __attribute__((noreturn)) attend(pid_t program, int error, const int *channels, int count,
                                             int result) {
  struct report report;
  memset(&report, 0, sizeof report);
  report.error = error;
  struct rusage usage;
  int status = 0;
  if (program > 0) {
    for (int i = 0; i < count; i++) close(channels[i]);
    pid_t child;
    while ((child = wait4(-1, &status, 0, &usage)) != program)
      if (child < 0 && errno != EINTR) break;
    report.status = status;
    report.peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
    kill(-1, SIGKILL);
    while ((child = wait(NULL)) > 0 || (child < 0 && errno == EINTR)) report.left += child > 0;
    getrusage(RUSAGE_CHILDREN, &usage);
    report.cpu_us = cpu_of_rusage(&usage);
  }
  if (write(result, &report, sizeof report) < 0) _exit(1);
  _exit(0);
}

// Watch namespaces by their first process, and take over what it tells.
static void watch_namespaces(pid_t pid, const struct request *request, const int *channels, int result,
                             uint64_t started, struct report *report) {
  watch(pid, request, channels, 1, started, report);
  struct report inner;
  if (read(result, &inner, sizeof inner) != sizeof inner) return;
  report->error = inner.error;
  report->status = inner.status;
  report->left = inner.left;
  if (inner.cpu_us > report->cpu_us) report->cpu_us = inner.cpu_us;
  if (inner.peak_bytes > report->peak_bytes) report->peak_bytes = inner.peak_bytes;
}

// ------------------------------------------------------------------------------------- the server

#ifdef SPAWND_LIBRARY

// As fork, but of the child of a first process: returns 0 in the program, and that process's id in the zygote.
static pid_t fork_into_namespaces(const struct request *request, const int *channels, int count, int result) {
  pid_t pid = syscall(SYS_clone, NAMESPACES | SIGCHLD, 0, 0, 0, 0);
  if (pid) return pid;
  int error = mount_afresh(request);
  pid_t program = error ? -1 : fork();
  if (!program) return 0;
  attend(program, error ? error : program < 0 ? errno : 0, channels, count, result);
}

// The zygote: fork a child for each request, and watch it. Returns in the children alone, confined and with
// their descriptors in place: 0 to 2, what follows the fourth from 3 on, and after those the fourth, the code, if
// there is one. `*count` says how many. In the zygote itself it returns 0, when the runner hangs up.
//
// A zygote runs nothing of its own meanwhile: that would write to, and so copy, a hundred pages shared with the
// child. Nor does a Python child run what the interpreter has for after a fork. It sees to other threads and their locks, of
// which a zygote has none, and touches more memory than many a submission.
int box_fork_each(int control, char *message, int size, int *count) {
  const struct request *request = (const struct request *)message;
  int channels[MAX_CHANNELS], length;
  while ((length = receive(control, message, size, channels, count)) > 0) {
    struct report report;
    memset(&report, 0, sizeof report);
    uint64_t started = now_us();
    int ends[2] = {-1, -1};
    pid_t pid = -1;
    if (*count < CHANNELS || length < (int)sizeof *request) errno = EINVAL;
    else if (!in_namespaces(request)) pid = fork();
    else if (!pipe2(ends, O_CLOEXEC)) pid = fork_into_namespaces(request, channels, *count, ends[1]);
    if (pid == 0) {
      // They were received in order and above their places, so none overwrites another.
      int place = 0;
      for (int i = 0; i < *count; i++)
        if (i != CHANNELS && dup2(channels[i], place++) < 0) _exit(120);
      if (*count > CHANNELS && dup2(channels[CHANNELS], place++) < 0) _exit(120);
      syscall(SYS_close_range, place, ~0U, 0);
      int failed = box_enter(request);
      if (failed) _exit(100 + failed);
      if (in_namespaces(request) && install_filter()) _exit(123);
      return length;
    }
    if (ends[1] >= 0) close(ends[1]);
    if (pid < 0) report.error = errno;
    else if (in_namespaces(request)) watch_namespaces(pid, request, channels, ends[0], started, &report);
    else watch(pid, request, channels, 0, started, &report);
    if (ends[0] >= 0) close(ends[0]);
    for (int i = 0; i < *count; i++) close(channels[i]);
    if (send(control, &report, sizeof report, MSG_NOSIGNAL) < 0) return 0;
  }
  return 0;
}

#else

struct job {
  const struct request *request;
  char **argv, **envp;
  int channels[MAX_CHANNELS], count;
  int result;  // write end of the pipe to the server, in a namespace
};

// Where the box's folders are; only a box without isolation has them elsewhere.
static const char *box_folder(const char *name) {
  static char path[4096];
  const char *root = getenv("ORDOJUDGE_BOX");
  snprintf(path, sizeof path, "%s/%s", root ? root : "/box", name);
  return path;
}

static int become(const struct job *job) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // The runner is a Python program, which ignores both, and ignored signals stay ignored across execve.
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  // They were received in order and above their places, so none overwrites another.
  for (int i = 0; i < job->count; i++)
    if (dup2(job->channels[i], i) < 0) _exit(120);
  syscall(SYS_close_range, job->count, ~0U, 0);
  if (chdir(box_folder("w"))) _exit(121);
  int failed = box_enter(job->request);
  if (failed) _exit(100 + failed);
  if (in_namespaces(job->request) && install_filter()) _exit(123);
  execve(job->argv[0], job->argv, job->envp);
  _exit(127);
}

static int child_main(void *job) { return become(job); }

static char child_stack[1 << 16] __attribute__((aligned(16)));

static int namespace_main(void *argument) {
  const struct job *job = argument;
  pid_t program = -1;
  int error = mount_afresh(job->request);
  if (!error) {
    program = clone(child_main, child_stack + sizeof child_stack, CLONE_VM | CLONE_VFORK | SIGCHLD, argument);
    if (program < 0) error = errno;
  }
  attend(program, error, job->channels, job->count, job->result);
}

static char namespace_stack[1 << 18] __attribute__((aligned(16)));

static void run(struct job *job, struct report *report) {
  memset(report, 0, sizeof *report);
  uint64_t started = now_us();
  if (!in_namespaces(job->request)) {
    // The server confines itself, once, and programs inherit it: installing the filter takes as much time as
    // starting a small program. It may not where it still has to mount things for them.
    static int filtered;
    if (!filtered && install_filter()) {
      report->error = errno;
      return;
    }
    filtered = 1;
    pid_t pid = clone(child_main, child_stack + sizeof child_stack, CLONE_VM | CLONE_VFORK | SIGCHLD, job);
    if (pid < 0) {
      report->error = errno;
      return;
    }
    watch(pid, job->request, job->channels, 0, started, report);
    return;
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) {
    report->error = errno;
    return;
  }
  job->result = ends[1];
  pid_t pid = clone(namespace_main, namespace_stack + sizeof namespace_stack, NAMESPACES | SIGCHLD, job);
  if (pid < 0) report->error = errno;
  close(ends[1]);
  if (pid >= 0) watch_namespaces(pid, job->request, job->channels, ends[0], started, report);
  close(ends[0]);
}

static int serve(int control) {
  static char message[MESSAGE];
  static char *argv[MAX_ARGUMENTS + 1], *envp[MAX_ARGUMENTS + 1];
  box_open_cgroup();
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fcntl(control, F_SETFD, FD_CLOEXEC);
  make_filter();
  for (;;) {
    struct job job = {.request = (struct request *)message, .argv = argv, .envp = envp};
    int n = receive(control, message, sizeof message - 1, job.channels, &job.count);
    if (!n) return 0;
    struct report report;
    memset(&report, 0, sizeof report);
    message[n] = 0;
    char *next = message + sizeof(struct request), *end = message + n;
    uint32_t argc = job.request->argc, envc = job.request->envc;
    if (n < (int)sizeof(struct request) || argc < 1 || argc > MAX_ARGUMENTS || envc > MAX_ARGUMENTS ||
        job.count < CHANNELS) {
      report.error = EINVAL;
    } else {
      for (uint32_t i = 0; i < argc && next < end; i++, next += strlen(next) + 1) argv[i] = next;
      argv[argc] = NULL;
      for (uint32_t i = 0; i < envc && next < end; i++, next += strlen(next) + 1) envp[i] = next;
      envp[envc] = NULL;
      if (next != end) report.error = EINVAL;
      else run(&job, &report);
    }
    for (int i = 0; i < job.count; i++) close(job.channels[i]);
    if (send(control, &report, sizeof report, MSG_NOSIGNAL) < 0) return 0;
  }
}

static int wrap(int control, char **argv, int filtered) {
  if (control != 3 && dup2(control, 3) < 0) return 1;
  fcntl(3, F_SETFD, 0);
  syscall(SYS_close_range, 4, ~0U, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // A forked test can only lower its stack limit, and the layout of memory is chosen at execve.
  if (limit(RLIMIT_STACK, RLIM_INFINITY) || limit(RLIMIT_CORE, 0) || (filtered && install_filter())) return 1;
  execv(argv[0], argv);
  return 127;
}

// Bubblewrap limits the bytes of a file system in memory only, and an empty file has none.
static int limit_files(char **argv) {
  for (; *argv && strcmp(*argv, "--"); argv++) {
    char *number = strchr(*argv, '='), option[64];
    if (!number) return 2;
    *number++ = 0;
    snprintf(option, sizeof option, "nr_inodes=%s", number);
    if (mount("none", *argv, "tmpfs", MS_REMOUNT | MS_NOSUID | MS_NODEV, option)) {
      fprintf(stderr, "%s: its files can't be limited: %s\n", *argv, strerror(errno));
      return 1;
    }
  }
  if (!argv[0] || !argv[1]) return 2;
  // without new privileges no execve gives back what is given up here
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct held[2];
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_capget, &header, held)) return 1;
  held[0].effective &= ~(1u << CAP_SYS_ADMIN);
  held[0].permitted &= ~(1u << CAP_SYS_ADMIN);
  held[0].inheritable &= ~(1u << CAP_SYS_ADMIN);
  if (syscall(SYS_capset, &header, held)) {
    perror("the right to mount can't be given up");
    return 1;
  }
  execv(argv[1], argv + 1);
  perror(argv[1]);
  return 127;
}

int main(int argc, char **argv) {
  if (argc > 2 && !strcmp(argv[1], "limit-files")) return limit_files(argv + 2);
  if (argc > 3 && !strcmp(argv[1], "wrap")) return wrap(atoi(argv[2]), argv + 3, 1);
  if (argc > 3 && !strcmp(argv[1], "wrap-open")) return wrap(atoi(argv[2]), argv + 3, 0);
  if (argc == 2) return serve(atoi(argv[1]));
  fprintf(stderr, "usage: spawnd FD | spawnd wrap|wrap-open FD PROGRAM ARGS... |"
                  " spawnd limit-files FOLDER=N... -- PROGRAM ARGS...\n");
  return 2;
}

#endif
