use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

use std::cmp::Reverse;

fn main() {
    let mut a = read().split_off(1);
    a.sort_unstable_by_key(|&x| Reverse(x));
    println!("{}", a[0]);
}
