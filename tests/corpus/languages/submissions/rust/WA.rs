use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let v: Vec<i64> = text.split_whitespace().skip(1).map(|x| x.parse().unwrap()).collect();
    println!("{} {}", v.len(), v.iter().sum::<i64>());
}
