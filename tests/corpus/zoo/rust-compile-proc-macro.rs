#![crate_type = "proc-macro"]
extern crate proc_macro;

#[proc_macro]
pub fn run(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    std::process::exit(0);
}
