use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let n = read()[0];
    let mut seen = vec![false; 1000];
    let mut x = n % 1000;
    let mut turns = 0;
    for _ in 0..5000 {
        seen[x] = true;
        x = (x * x + n) % 1000;
        turns += usize::from(seen[x]);
    }
    println!("{}", turns.min(1));
}
