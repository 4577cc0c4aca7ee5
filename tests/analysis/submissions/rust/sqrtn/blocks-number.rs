use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let n = read()[0];
    let (mut total, mut i) = (0usize, 1);
    while i <= n {
        let q = n / i;
        let next = n / q + 1;
        total = total.wrapping_add(q * (next - i));
        i = next;
    }
    println!("{total}");
}
