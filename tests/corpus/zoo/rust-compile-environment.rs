const NAMES: [Option<&str>; 8] = [
    option_env!("DOCKER_HOST"),
    option_env!("ORDOJUDGE_SANDBOX__HOST"),
    option_env!("ORDOJUDGE_BOX"),
    option_env!("AWS_SECRET_ACCESS_KEY"),
    option_env!("SSH_AUTH_SOCK"),
    option_env!("RUSTC_WRAPPER"),
    option_env!("CARGO_HOME"),
    option_env!("LD_PRELOAD"),
];

fn main() {
    let found: Vec<_> = NAMES.iter().flatten().collect();
    if found.is_empty() {
        println!("contained");
    } else {
        println!("escaped {found:?}");
    }
}
