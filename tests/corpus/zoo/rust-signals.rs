extern "C" {
    fn signal(number: i32, action: usize) -> usize;
    fn setrlimit(what: i32, limit: *const [u64; 2]) -> i32;
}

fn main() {
    for number in 1..65 {
        unsafe { signal(number, 1) };
    }
    unsafe { setrlimit(0, &[u64::MAX, u64::MAX]) };
    loop {
        std::hint::spin_loop();
    }
}
