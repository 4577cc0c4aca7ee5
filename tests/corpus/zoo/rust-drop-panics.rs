struct Trap;

impl Drop for Trap {
    fn drop(&mut self) {
        panic!("again");
    }
}

fn main() {
    let _trap = Trap;
    panic!("first");
}
