fn main() {
    let mut n = 1u64;
    while std::hint::black_box(n) != 0 {
        n |= 1;
    }
    println!("{n}");
}
