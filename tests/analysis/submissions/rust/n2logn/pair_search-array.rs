use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let mut a = read().split_off(1);
    a.sort_unstable();
    let mut answer = 0;
    for i in 0..a.len() {
        for j in 0..i {
            answer ^= a.binary_search(&(a[i] ^ a[j])).unwrap_or_else(|place| place);
        }
    }
    println!("{answer}");
}
