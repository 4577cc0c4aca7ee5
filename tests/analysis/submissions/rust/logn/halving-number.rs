use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn steps(n: usize) -> usize {
    if n <= 1 {
        0
    } else {
        n % 5 + steps(n / 2)
    }
}

fn main() {
    println!("{}", steps(read()[0]));
}
