use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let mut a = read().split_off(1);
    let mut answer = 0;
    while !a.is_empty() {
        answer ^= a.remove(0) + a.len();
    }
    println!("{answer}");
}
