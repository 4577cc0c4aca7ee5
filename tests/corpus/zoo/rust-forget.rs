fn main() {
    loop {
        std::mem::forget(std::hint::black_box(vec![1u8; 1 << 20]));
    }
}
