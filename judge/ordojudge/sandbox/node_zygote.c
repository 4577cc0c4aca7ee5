/* What Node's zygote needs of C: forking, and what a forked Node lacks to be whole. An addon of node_zygote.js.
 *
 * V8 keeps its memory out of forks, so that starting a child process is cheap; here it has to come along.
 * A fork has none of the other threads. V8 is told to do without them, and a fork ends without waiting for them.
 * Functions with names of C++ are public in V8 (v8-isolate.h) and Node (node.h); they bear them since no header
 * is needed then.
 */
#define SPAWND_LIBRARY
#include "spawnd.c"

#include <sys/mman.h>
#include <sys/random.h>

#define CONTROL 3
#define STACK_BYTES (60000 * (uintptr_t)1024) /* less than the least stack that a box gives, 64 MiB */
#define MOST_FILES 256

/* -- Node and V8 */

typedef void *value;
typedef size_t (*near_limit)(void *data, size_t limit, size_t initial);

extern int napi_add_env_cleanup_hook(void *env, void (*call)(void *), void *data);
extern int napi_create_function(void *env, const char *name, size_t length, value (*call)(void *, void *),
                                void *data, value *result);
extern int napi_create_array(void *env, value *result);
extern int napi_create_string_utf8(void *env, const char *text, size_t length, value *result);
extern int napi_create_uint32(void *env, uint32_t number, value *result);
extern int napi_get_cb_info(void *env, void *info, size_t *argc, value *argv, value *self, void **data);
extern int napi_get_uv_event_loop(void *env, void **loop);
extern int napi_get_value_int32(void *env, value number, int32_t *result);
extern int napi_set_element(void *env, value array, uint32_t index, value element);
extern int napi_set_named_property(void *env, value object, const char *name, value property);
extern int napi_throw_error(void *env, const char *code, const char *message);
extern int uv_loop_fork(void *loop);

extern void *current_isolate(void) __asm__("_ZN2v87Isolate10GetCurrentEv");
extern void *current_context(void *isolate) __asm__("_ZN2v87Isolate17GetCurrentContextEv");
extern void set_stack_limit(void *isolate, uintptr_t end) __asm__("_ZN2v87Isolate13SetStackLimitEm");
extern void add_near_limit(void *isolate, near_limit call, void *data)
    __asm__("_ZN2v87Isolate24AddNearHeapLimitCallbackEPFmPvmmES1_");
extern void remove_near_limit(void *isolate, near_limit call, size_t limit)
    __asm__("_ZN2v87Isolate27RemoveNearHeapLimitCallbackEPFmPvmmEm");
extern void *current_environment(void *context)
    __asm__("_ZN4node21GetCurrentEnvironmentEN2v85LocalINS0_7ContextEEE");
extern void set_exit_handler(void *environment, void *handler)
    __asm__("_ZN4node21SetProcessExitHandlerEPNS_11EnvironmentEOSt8functionIFvS1_iEE");

/* -- limits */

static size_t heap_bytes;

/* Where V8's own limit is lower. */
static size_t raise_limit(void *data, size_t limit, size_t initial) {
    (void)data;
    (void)initial;
    return limit < heap_bytes ? heap_bytes : limit;
}

/* `node --stack-size` and `--max-old-space-size`, whose values are only known now. */
static void set_limits(size_t memory) {
    void *isolate = current_isolate();
    set_stack_limit(isolate, (uintptr_t)__builtin_frame_address(0) - STACK_BYTES);
    heap_bytes = memory;
    add_near_limit(isolate, raise_limit, NULL);
    remove_near_limit(isolate, raise_limit, heap_bytes); /* where V8's own limit is higher */
    add_near_limit(isolate, raise_limit, NULL);
}

/* -- forking */

/* Let forks have all of this process's memory. */
static void share_memory(void) {
    static uintptr_t ranges[8192][2];
    int count = 0;
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps) return;
    while (count < 8192 && fgets(line, sizeof line, maps))
        if (sscanf(line, "%lx-%lx", &ranges[count][0], &ranges[count][1]) == 2) count++;
    fclose(maps);
    for (int i = 0; i < count; i++) /* what the kernel mapped itself can't be, and needn't */
        madvise((void *)ranges[i][0], ranges[i][1] - ranges[i][0], MADV_DOFORK);
}

static int highest_file(void) {
    int highest = CONTROL;
    for (int file = CONTROL; file < MOST_FILES; file++)
        if (fcntl(file, F_GETFD) >= 0) highest = file;
    return highest;
}

/* Give the child's event loop files of its own.
 *
 * All but the standard ones were closed. Each number that Node has a file at gets one that is nobody else's,
 * since it also closes, and at times writes to, the numbers that it knows.
 */
static int own_files(void *loop, int highest) {
    int own = memfd_create("node", MFD_CLOEXEC);
    if (own < 0) return -1;
    for (int file = own + 1; file <= highest; file++)
        if (dup3(own, file, O_CLOEXEC) < 0) return -1;
    return uv_loop_fork(loop);
}

/* -- the end of a fork: Node would first wait for its threads, which a fork doesn't have */

static int exit_code;

/* A std::function<void(Environment *, int)>. */
struct function {
    void *kept[2];
    int (*manage)(void *to, const void *from, int operation);
    void (*call)(const void *kept, void **environment, int *code);
};

static int manage(void *to, const void *from, int operation) {
    (void)to, (void)from, (void)operation; /* nothing is kept */
    return 0;
}

/* Where an exception or a program ends Node. */
static void leave_with(const void *kept, void **environment, int *code) {
    (void)kept, (void)environment;
    _exit(*code);
}

/* Where nothing is left to do. */
static void leave(void *data) {
    (void)data;
    _exit(exit_code);
}

/* end(code): what a fork that has nothing left to do will end with. */
static value end(void *env, void *info) {
    value code;
    size_t count = 1;
    if (!napi_get_cb_info(env, info, &count, &code, NULL, NULL)) napi_get_value_int32(env, code, &exit_code);
    return NULL;
}

/* serve(): forks for each request, and returns in the forks: process number, random number, command line. */
static value serve(void *env, void *info) {
    (void)info;
    static char message[MESSAGE];
    const struct request *request = (const struct request *)message;
    const char *text = message + sizeof *request;
    void *loop;
    value list, element;
    int count, highest = highest_file();
    uint32_t random, at = 0;
    box_open_cgroup();
    share_memory();
    if (napi_get_uv_event_loop(env, &loop) || write(CONTROL, "ready", 5) != 5) _exit(1);
    if (!box_fork_each(CONTROL, message, sizeof message - 1, &count)) _exit(0);
    if (own_files(loop, highest) || getrandom(&random, sizeof random, 0) != sizeof random) _exit(124);
    set_limits(request->memory);
    struct function handler = {{0}, manage, leave_with};
    set_exit_handler(current_environment(current_context(current_isolate())), &handler);
    int failed = napi_add_env_cleanup_hook(env, leave, NULL) || napi_create_array(env, &list);
    failed |= napi_create_uint32(env, getpid(), &element) || napi_set_element(env, list, at++, element);
    failed |= napi_create_uint32(env, random >> 1 | 1, &element) || napi_set_element(env, list, at++, element);
    for (uint32_t i = 0; i < request->argc; i++, text += strlen(text) + 1)
        failed |= napi_create_string_utf8(env, text, strlen(text), &element) ||
                  napi_set_element(env, list, at++, element);
    if (failed) _exit(124);
    return list;
}

/* Called by Node when it loads this file. */
__attribute__((visibility("default"))) void *napi_register_module_v1(void *env, void *exports) {
    static const struct { const char *name; value (*call)(void *, void *); } calls[] = {
        {"serve", serve}, {"end", end}};
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
        value function;
        if (napi_create_function(env, calls[i].name, strlen(calls[i].name), calls[i].call, NULL, &function) ||
            napi_set_named_property(env, exports, calls[i].name, function))
            napi_throw_error(env, NULL, "the zygote's functions can't be made");
    }
    return exports;
}

__attribute__((visibility("default"))) int32_t node_api_module_get_api_version_v1(void) { return 8; }
