use std::arch::asm;

fn main() {
    unsafe { asm!("cli", "mov rax, cr3", "hlt", out("rax") _) };
    println!("escaped");
}
