use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn count(left: usize, sum: usize) -> usize {
    if left == 0 {
        return usize::from(sum % 7 == 0);
    }
    count(left - 1, sum) + count(left - 1, sum + left)
}

fn main() {
    println!("{}", count(read()[0], 0));
}
