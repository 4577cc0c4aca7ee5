use std::io;

fn main() {
    let mut text = String::new();
    io::stdin().read_line(&mut text).unwrap();
    let mut all = String::new();
    let mut sum = 0;
    for c in text.trim().chars() {
        all = format!("{all}{c}");
        sum += all.len();
    }
    println!("{sum}");
}
