use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let mut front = Vec::new();
    for x in read().split_off(1) {
        front.insert(0, x);
    }
    println!("{}", front[0]);
}
