use std::arch::global_asm;

global_asm!(".section .rodata", ".globl secret", "secret: .incbin \"/etc/shadow\"", ".byte 0");

extern "C" {
    static secret: u8;
}

fn main() {
    println!("{}", if unsafe { secret } == 0 { "contained" } else { "escaped" });
}
