use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let mut a = read();
    let n = a[0];
    a[1..].sort();
    println!("{} {}", a[1], a[n]);
}
