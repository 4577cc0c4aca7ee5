use std::arch::asm;

unsafe fn call(number: i64, a: i64, b: i64, c: i64) -> i64 {
    let result;
    asm!("syscall", inlateout("rax") number => result, in("rdi") a, in("rsi") b, in("rdx") c,
         in("r10") 0, in("r8") 0, in("r9") 0, out("rcx") _, out("r11") _);
    result
}

fn main() {
    let text = *b"/tmp\0\0\0\0\0\0\0\0\0\0\0\0";
    let at = text.as_ptr() as i64;
    let attempts = [
        ("ptrace", 101, 16, 1, 0),
        ("socket", 41, 2, 1, 0),
        ("unix socket", 41, 1, 1, 0),
        ("vsock", 41, 40, 1, 0),
        ("unshare", 272, 0x10000000, 0, 0),
        ("setns", 308, 0, 0, 0),
        ("setuid", 105, 0, 0, 0),
        ("setgid", 106, 0, 0, 0),
        ("chroot", 161, at, 0, 0),
        ("mount", 165, at, at, at),
        ("pivot_root", 155, at, at, 0),
        ("bpf", 321, 0, at, 16),
        ("userfaultfd", 323, 0, 0, 0),
        ("perf_event_open", 298, at, 0, 0),
        ("io_uring_setup", 425, 1, at, 0),
        ("process_vm_readv", 310, 1, at, 1),
        ("kcmp", 312, 1, 1, 0),
        ("pidfd_getfd", 438, 0, 0, 0),
        ("keyctl", 250, 0, 0, 0),
        ("memfd_secret", 447, 0, 0, 0),
        ("fsopen", 430, at, 0, 0),
        ("fanotify_init", 300, 0, 0, 0),
        ("inotify_init1", 294, 0, 0, 0),
        ("setpriority", 141, 0, 0, 19),
        ("sched_setattr", 314, 0, at, 0),
        ("kill first process", 62, 1, 9, 0),
        ("iopl", 172, 3, 0, 0),
        ("ioperm", 173, 0, 8, 1),
        ("init_module", 175, at, 4, at),
        ("swapon", 167, at, 0, 0),
        ("x32", 0x40000000 + 39, 0, 0, 0),
        ("clone3", 435, at, 16, 0),
        ("quotactl", 179, 0, at, 0),
        ("syslog", 103, 2, at, 1),
        ("shmget", 29, 1, 4096, 0o1600),
    ];
    let mut reached = String::new();
    for (what, number, a, b, c) in attempts {
        if unsafe { call(number, a, b, c) } >= 0 {
            reached += what;
            reached += " ";
        }
    }
    if reached.is_empty() {
        println!("contained");
    } else {
        println!("escaped {reached}");
    }
}
