use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn main() {
    let n = read()[0];
    let mut d: Vec<Vec<usize>> = (0..n)
        .map(|i| (0..n).map(|j| (i * 7 + j * 13) % 101 + 1).collect())
        .collect();
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                if d[i][k] + d[k][j] < d[i][j] {
                    d[i][j] = d[i][k] + d[k][j];
                }
            }
        }
    }
    println!("{}", d.iter().flatten().sum::<usize>());
}
