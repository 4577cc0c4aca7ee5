// Counts what a native program does: the basic blocks that the compiler marked, and the bytes that functions of
// the C library go over. Linked into the counted build of a submission, which must not be able to change the count.
//
// The count is in a page that the judge shares: it stays there however the program ends. On x86-64 only the gs
// register knows where; a program without assembly can't read that, and the system calls that would tell are
// refused from the start. Each step adds an odd constant to a start that the judge chose at random, so that a
// value written by anybody else decodes to nonsense.
//
// With THREADS_IN_TURN a program may have threads, for sources that can't reach a system call by themselves: each
// runs to its end before its maker goes on, since several at once would lose each other's steps.
// With ANSWERS_APART the program's answer goes to descriptor 3, which is then the standard output, and what it
// prints otherwise to where errors go.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define STEP 0x2545f491u  // as in counted_native.py
#define HIDDEN __attribute__((visibility("hidden")))

enum { NOTE = 3 };  // descriptor of the page

#if defined(__x86_64__)
#define COUNTER (*(uint64_t __seg_gs *)8)
#define ARCH AUDIT_ARCH_X86_64
#else
static uint64_t *page;
#define COUNTER (page[1])
#define ARCH AUDIT_ARCH_AARCH64
#endif

#define COUNT(n) (COUNTER += (uint64_t)STEP * (n))
#define COUNT_BYTES(n) COUNT(1 + (n) / 8)

HIDDEN void __sanitizer_cov_trace_pc(void) { COUNTER += STEP; }

// Rust's sorts and searches hardly branch, so that what they do shows in what they read and write.
#define COUNT_ACCESS(bytes)                                                          \
  HIDDEN void __sanitizer_cov_load##bytes(void *at) { COUNTER += STEP; }             \
  HIDDEN void __sanitizer_cov_store##bytes(void *at) { COUNTER += STEP; }
COUNT_ACCESS(1) COUNT_ACCESS(2) COUNT_ACCESS(4) COUNT_ACCESS(8) COUNT_ACCESS(16)

// --- before anything else of the program runs, constructors of libraries included

#define REFUSE(number)                                                  \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##number, 0, 1),             \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

// No memory that is executable and was written: it would be assembly by another name.
#define REFUSE_EXECUTABLE(number)                                                        \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##number, 0, 4),                              \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),        \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),                             \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),                              \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

#if defined(THREADS_IN_TURN)
#define REFUSE_CLONE                                                                     \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),                                 \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),        \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),                          \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),                              \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#else
#define REFUSE_CLONE REFUSE(clone)
#endif

static struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
    REFUSE(arch_prctl), REFUSE(open), REFUSE(fork), REFUSE(vfork),
#endif
    REFUSE(openat), REFUSE(openat2), REFUSE_CLONE, REFUSE(execve), REFUSE(execveat),
    REFUSE(pkey_mprotect), REFUSE_EXECUTABLE(mprotect), REFUSE_EXECUTABLE(mmap),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};
static struct sock_fprog program = {sizeof filter / sizeof *filter, filter};

#if defined(__x86_64__)
// By hand, so that the page's address is never in memory.
static inline long call(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall" : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
#else
#define call(number, ...) syscall(number, __VA_ARGS__)
#endif

static void begin(void) {
  long address = call(__NR_mmap, 0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, NOTE, 0);
  if (address < 0 && address > -4096) _exit(117);
#if defined(__x86_64__)
  enum { SET_GS = 0x1001 };
  if (call(__NR_arch_prctl, SET_GS, address, 0, 0, 0, 0)) _exit(117);
#else
  page = (uint64_t *)address;
#endif
  call(__NR_close, NOTE, 0, 0, 0, 0, 0);
#if defined(ANSWERS_APART)
  if (call(__NR_dup3, 1, NOTE, 0, 0, 0, 0) < 0 || call(__NR_dup3, 2, 1, 0, 0, 0, 0) < 0) _exit(117);
#endif
  if (call(__NR_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0)) _exit(117);
  if (call(__NR_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, (long)&program, 0, 0, 0)) _exit(117);
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = begin;

#if defined(THREADS_IN_TURN)
int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                   void *(*routine)(void *), void *restrict argument) {
  typedef int create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  typedef int join(pthread_t, void **);
  int failed = ((create *)dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, routine, argument);
  return failed ? failed : ((join *)dlsym(RTLD_NEXT, "pthread_join"))(*thread, NULL);
}

int pthread_join(pthread_t thread, void **result) {
  if (result) *result = NULL;  // what Rust's threads return goes another way
  return 0;
}

int pthread_detach(pthread_t thread) { return 0; }
#endif

// Hash tables would be seeded with it, and each run cost something else. A program may have one of its own.
__attribute__((weak)) ssize_t getrandom(void *to, size_t n, unsigned flags) {
  for (size_t i = 0; i < n; i++) ((unsigned char *)to)[i] = (unsigned char)(37 * i + 11);
  return (ssize_t)n;
}

// --- functions of the C library that go over memory

// A program may have one of its own in place of these.
#define OWN_OR __attribute__((weak))

extern void *__memcpy_chk(void *, const void *, size_t, size_t);
extern void *__memmove_chk(void *, const void *, size_t, size_t);
extern void *__memset_chk(void *, int, size_t, size_t);
extern size_t strnlen(const char *, size_t);
extern void *malloc(size_t);
extern void *memmem(const void *, size_t, const void *, size_t);

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  COUNT_BYTES(n);
  return __memcpy_chk(to, from, n, SIZE_MAX);
}

void *memmove(void *to, const void *from, size_t n) {
  COUNT_BYTES(n);
  return __memmove_chk(to, from, n, SIZE_MAX);
}

void *memset(void *to, int byte, size_t n) {
  COUNT_BYTES(n);
  return __memset_chk(to, byte, n, SIZE_MAX);
}

size_t strlen(const char *text) {
  size_t n = strnlen(text, SIZE_MAX);
  COUNT_BYTES(n);
  return n;
}

int memcmp(const void *left, const void *right, size_t n) {
  typedef uint64_t __attribute__((may_alias, aligned(1))) word;
  const unsigned char *a = left, *b = right;
  size_t i = 0;
  while (i + 8 <= n && *(const word *)(a + i) == *(const word *)(b + i)) i += 8;
  while (i < n && a[i] == b[i]) i++;
  COUNT_BYTES(i);
  return i < n ? a[i] - b[i] : 0;
}

OWN_OR int bcmp(const void *left, const void *right, size_t n) { return memcmp(left, right, n); }

void *memchr(const void *text, int byte, size_t n) {
  const unsigned char *a = text;
  size_t i = 0;
  while (i < n && a[i] != (unsigned char)byte) i++;
  COUNT_BYTES(i);
  return i < n ? (void *)(a + i) : NULL;
}

int strncmp(const char *left, const char *right, size_t n) {
  size_t i = 0;
  while (i < n && left[i] && left[i] == right[i]) i++;
  COUNT_BYTES(i);
  return i < n ? (unsigned char)left[i] - (unsigned char)right[i] : 0;
}

int strcmp(const char *left, const char *right) { return strncmp(left, right, SIZE_MAX); }

char *strchr(const char *text, int byte) {
  size_t i = 0;
  while (text[i] && text[i] != (char)byte) i++;
  COUNT_BYTES(i);
  return text[i] == (char)byte ? (char *)text + i : NULL;
}

char *strstr(const char *text, const char *wanted) {
  size_t n = strlen(text), m = strlen(wanted);
  char *found = memmem(text, n, wanted, m);
  COUNT_BYTES(found ? (size_t)(found - text) : n);
  return found;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t length = strnlen(from, n);
  memcpy(to, from, length);
  memset(to + length, 0, n - length);
  return to;
}

char *strcpy(char *restrict to, const char *restrict from) { return memcpy(to, from, strlen(from) + 1); }

char *strcat(char *restrict to, const char *restrict from) {
  strcpy(to + strlen(to), from);
  return to;
}

OWN_OR char *strdup(const char *text) {
  size_t n = strlen(text) + 1;
  char *to = malloc(n);
  return to ? memcpy(to, text, n) : NULL;
}

#ifdef __GLIBC__
// Other C libraries have no second names to call these by: there they aren't counted.
extern int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
extern int __isoc99_vsscanf(const char *, const char *, va_list);

// What is cut off is gone over, too.
OWN_OR int vsnprintf(char *restrict to, size_t n, const char *restrict format, va_list arguments) {
  int length = __vsnprintf_chk(to, n, 0, SIZE_MAX, format, arguments);
  if (length > 0) COUNT_BYTES((size_t)length);
  return length;
}

OWN_OR int vsprintf(char *restrict to, const char *restrict format, va_list arguments) {
  return vsnprintf(to, INT_MAX, format, arguments);
}

#define CALL_WITH_REST(result, ...)  \
  va_list rest;                      \
  va_start(rest, format);            \
  int result = __VA_ARGS__;          \
  va_end(rest);                      \
  return result

OWN_OR int snprintf(char *restrict to, size_t n, const char *restrict format, ...) {
  CALL_WITH_REST(length, vsnprintf(to, n, format, rest));
}

OWN_OR int sprintf(char *restrict to, const char *restrict format, ...) {
  CALL_WITH_REST(length, vsprintf(to, format, rest));
}

// The C library looks for a text's end before it reads from it. Headers call it by either of these names.
static int scanned(const char *text, const char *format, va_list arguments) {
  COUNT_BYTES(strnlen(text, SIZE_MAX));
  return __isoc99_vsscanf(text, format, arguments);
}

OWN_OR int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...) {
  CALL_WITH_REST(items, scanned(text, format, rest));
}

OWN_OR int __isoc23_sscanf(const char *restrict text, const char *restrict format, ...) {
  CALL_WITH_REST(items, scanned(text, format, rest));
}
#endif
