use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let n = read()[0] as u128;
    println!("{}", n * (n + 1) / 2);
}
