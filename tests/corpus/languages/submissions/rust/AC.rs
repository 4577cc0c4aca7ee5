use std::collections::HashSet;
use std::io::{self, BufRead};

fn main() {
    let mut lines = io::stdin().lock().lines();
    let n: usize = lines.next().unwrap().unwrap().trim().parse().unwrap();
    let line = lines.next().unwrap().unwrap();
    let seen: HashSet<i64> = line.split_whitespace().take(n).map(|x| x.parse().unwrap()).collect();
    println!("{} {}", seen.len(), seen.iter().sum::<i64>());
}
