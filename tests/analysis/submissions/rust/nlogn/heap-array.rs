use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

use std::collections::BinaryHeap;

fn main() {
    let a = read();
    let mut heap = BinaryHeap::new();
    for &x in &a[1..] {
        heap.push(x);
    }
    let mut mixed = 0usize;
    while let Some(x) = heap.pop() {
        mixed = mixed.wrapping_mul(31).wrapping_add(x);
    }
    println!("{mixed}");
}
