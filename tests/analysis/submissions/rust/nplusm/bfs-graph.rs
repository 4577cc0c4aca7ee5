use std::io::{self, Read};

fn read() -> Vec<usize> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    text.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect()
}

use std::collections::VecDeque;

fn main() {
    let given = read();
    let (n, m) = (given[0], given[1]);
    let mut near = vec![Vec::new(); n];
    for edge in given[2..2 + 2 * m].chunks(2) {
        near[edge[0]].push(edge[1]);
        near[edge[1]].push(edge[0]);
    }
    let mut far = vec![usize::MAX; n];
    let mut queue = VecDeque::from([0]);
    far[0] = 0;
    while let Some(v) = queue.pop_front() {
        for &u in &near[v] {
            if far[u] == usize::MAX {
                far[u] = far[v] + 1;
                queue.push_back(u);
            }
        }
    }
    println!("{}", far.iter().filter(|&&d| d < usize::MAX).max().unwrap());
}
