use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

use std::thread;

fn depth(n: usize) -> usize {
    if n == 0 {
        0
    } else {
        1 + std::hint::black_box(depth(n - 1))
    }
}

fn main() {
    let n = read()[0].min(1 << 20);
    let deep = thread::Builder::new().stack_size(256 << 20).spawn(move || depth(n)).unwrap();
    println!("{}", deep.join().unwrap());
}
