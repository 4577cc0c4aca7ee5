use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let a = read().split_off(1);
    let width = (a.len() as f64).sqrt() as usize;
    let mut best = usize::MAX;
    for i in 0..a.len() {
        let most = a[i..].iter().take(width).fold(0, |most, &x| most.max(x ^ (most >> 3)));
        best = best.min(most);
    }
    println!("{best}");
}
