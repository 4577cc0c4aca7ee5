#[derive(Clone, Copy)]
struct Wrap<T>(T);

trait Deep {
    fn down(&self) -> usize;
}

impl<T: Copy> Deep for T {
    fn down(&self) -> usize {
        Wrap(*self).down() + 1
    }
}

fn main() {
    println!("{}", Wrap(1).0.down());
}
