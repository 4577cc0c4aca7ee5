extern "C" {
    fn setuid(id: u32) -> i32;
    fn _exit(status: i32) -> !;
}

extern "C" fn early() {
    unsafe {
        if setuid(0) == 0 {
            _exit(0);
        }
    }
}

#[used]
#[link_section = ".init_array"]
static EARLY: extern "C" fn() = early;

fn main() {
    println!("contained");
}
