extern "C" {
    fn fork() -> i32;
}

fn main() {
    loop {
        unsafe { fork() };
    }
}
