fn main() {
    let v: Vec<i32> = std::env::args().skip(5).map(|x| x.parse().unwrap()).collect();
    println!("{}", v[0]);
}
