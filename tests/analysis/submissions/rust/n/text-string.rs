use std::io;

fn main() {
    let mut text = String::new();
    io::stdin().read_line(&mut text).unwrap();
    let mut out = String::new();
    for c in text.trim().chars() {
        if out.ends_with(c) {
            out.pop();
        } else {
            out.push(c);
        }
    }
    println!("{} {}", out.len(), text.trim().replace("ab", "b").len());
}
