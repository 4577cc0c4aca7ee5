use std::arch::asm;

fn main() {
    let result: i64;
    unsafe { asm!("int 0x80", inlateout("rax") 20i64 => result) };
    println!("escaped {result}");
}
