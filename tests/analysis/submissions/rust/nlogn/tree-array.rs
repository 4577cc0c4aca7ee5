use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

use std::collections::BTreeMap;

fn main() {
    let a = read();
    let mut places = BTreeMap::new();
    for (i, &x) in a.iter().enumerate().skip(1) {
        places.insert(x, i);
    }
    println!("{}", places.values().fold(0, |all, &i| all ^ i));
}
