static ENDLESS: &[u8] = include_bytes!("/dev/zero");

fn main() {
    println!("{}", ENDLESS.len());
}
