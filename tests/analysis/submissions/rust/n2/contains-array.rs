use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let a = read().split_off(1);
    let mut kept: Vec<usize> = Vec::new();
    for x in a {
        if !kept.contains(&x) {
            kept.push(x);
        }
    }
    println!("{}", kept.len());
}
