use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let a = read().split_off(1);
    let mut count = 0u64;
    for (i, &x) in a.iter().enumerate() {
        count += a[..i].iter().filter(|&&y| y > x).count() as u64;
    }
    println!("{count}");
}
