use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let a = read().split_off(1);
    let mut answer = 0;
    for i in 0..a.len() {
        let mut turned: Vec<usize> = a.iter().map(|&x| x ^ a[i]).collect();
        turned.sort();
        answer ^= turned[i];
    }
    println!("{answer}");
}
