/* Limits of stack and heap for Node, set once it runs.
 *
 * `node --stack-size` and `--max-old-space-size` do the same, but with any such option V8 refuses the compiled
 * code that comes with it, and compiles its own library again at every start: a fourth of the CPU time of one.
 * The functions below are public in V8 (v8-isolate.h) and bear their names in C++, since no header is needed then.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define STACK_BYTES (60000 * (uintptr_t)1024) /* less than the least stack that a box gives, 64 MiB */

typedef size_t (*near_limit)(void *data, size_t limit, size_t initial);

extern void *current_isolate(void) __asm__("_ZN2v87Isolate10GetCurrentEv");
extern void set_stack_limit(void *isolate, uintptr_t end) __asm__("_ZN2v87Isolate13SetStackLimitEm");
extern void add_near_limit(void *isolate, near_limit call, void *data)
    __asm__("_ZN2v87Isolate24AddNearHeapLimitCallbackEPFmPvmmES1_");
extern void remove_near_limit(void *isolate, near_limit call, size_t limit)
    __asm__("_ZN2v87Isolate27RemoveNearHeapLimitCallbackEPFmPvmmEm");

static size_t heap_bytes;

/* Where V8's own limit is lower. */
static size_t raise_limit(void *data, size_t limit, size_t initial) {
    (void)data;
    (void)initial;
    return limit < heap_bytes ? heap_bytes : limit;
}

/* Called by Node when it loads this file, before the program. */
__attribute__((visibility("default"))) void *napi_register_module_v1(void *environment, void *exports) {
    (void)environment;
    const char *mebibytes = getenv("NODE_HEAP_MIB");
    heap_bytes = mebibytes == NULL ? 0 : (size_t)strtoul(mebibytes, NULL, 10) << 20;
    void *isolate = current_isolate();
    set_stack_limit(isolate, (uintptr_t)__builtin_frame_address(0) - STACK_BYTES);
    if (heap_bytes != 0) {
        add_near_limit(isolate, raise_limit, NULL);
        remove_near_limit(isolate, raise_limit, heap_bytes); /* where V8's own limit is higher */
        add_near_limit(isolate, raise_limit, NULL);
    }
    return exports;
}

__attribute__((visibility("default"))) int32_t node_api_module_get_api_version_v1(void) { return 8; }
