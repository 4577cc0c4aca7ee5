fn main() {
    loop {
        std::mem::forget(std::thread::spawn(|| loop {
            std::thread::park();
        }));
    }
}
