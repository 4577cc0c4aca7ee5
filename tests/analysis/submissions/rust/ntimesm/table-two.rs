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
    let mut row = vec![0usize; m + 1];
    for &x in a {
        let mut corner = 0;
        for j in 0..m {
            let up = row[j + 1];
            row[j + 1] = if x % 16 == b[j] % 16 { corner + 1 } else { up.max(row[j]) };
            corner = up;
        }
    }
    println!("{}", row[m]);
}
