use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let a = read();
    let mut stack: Vec<usize> = Vec::new();
    let mut answer = 0;
    for &x in &a[1..] {
        while stack.last().is_some_and(|&top| top > x) {
            stack.pop();
        }
        stack.push(x);
        answer ^= stack.len();
    }
    println!("{answer}");
}
