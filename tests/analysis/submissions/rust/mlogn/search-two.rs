use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let given = read();
    let (n, m) = (given[0], given[1]);
    let (a, b) = given[2..].split_at(n);
    let mut sorted = a.to_vec();
    sorted.sort_unstable();
    let found: usize = b[..m].iter().map(|&x| sorted.partition_point(|&y| y < x)).sum();
    println!("{found}");
}
