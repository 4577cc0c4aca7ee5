use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let (mut e, m) = (read()[0] as u64, 1_000_000_007u64);
    let (mut base, mut out) = (3u64, 1u64);
    while e > 0 {
        if e & 1 == 1 {
            out = out * base % m;
        }
        base = base * base % m;
        e >>= 1;
    }
    println!("{out}");
}
