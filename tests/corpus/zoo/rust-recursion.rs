fn down(n: u64) -> u64 {
    let kept = [n; 64];
    std::hint::black_box(kept)[3] + down(n + 1)
}

fn main() {
    println!("{}", down(0));
}
