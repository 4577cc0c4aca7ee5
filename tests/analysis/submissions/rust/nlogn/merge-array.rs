use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn sorted(a: &[usize]) -> Vec<usize> {
    if a.len() < 2 {
        return a.to_vec();
    }
    let (left, right) = a.split_at(a.len() / 2);
    let (left, right) = (sorted(left), sorted(right));
    let (mut i, mut j, mut out) = (0, 0, Vec::with_capacity(a.len()));
    while i < left.len() && j < right.len() {
        if left[i] <= right[j] {
            out.push(left[i]);
            i += 1;
        } else {
            out.push(right[j]);
            j += 1;
        }
    }
    out.extend_from_slice(&left[i..]);
    out.extend_from_slice(&right[j..]);
    out
}

fn main() {
    println!("{}", sorted(&read()[1..])[0]);
}
