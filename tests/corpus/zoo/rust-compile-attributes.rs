#![feature(link_args)]
#![crate_type = "staticlib"]
#[link(name = "own", kind = "static")]
extern "C" {
    fn own();
}

fn main() {
    unsafe { own() };
}
