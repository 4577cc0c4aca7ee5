use std::io::Write;

fn main() {
    for _ in 0..4 {
        std::thread::spawn(|| {
            let block = [120u8; 1 << 16];
            loop {
                let _ = std::io::stdout().write_all(&block);
            }
        });
    }
    loop {
        std::thread::park();
    }
}
