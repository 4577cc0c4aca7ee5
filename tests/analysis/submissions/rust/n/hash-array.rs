use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

use std::collections::HashMap;

fn main() {
    let a = read();
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for &x in &a[1..] {
        *counts.entry(x).or_insert(0) += 1;
    }
    println!("{}", counts.values().max().unwrap());
}
