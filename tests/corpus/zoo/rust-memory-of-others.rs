use std::fs;
use std::fs::OpenOptions;

fn main() {
    let mut reached = Vec::new();
    let own = std::process::id().to_string();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let pid = entry.file_name().into_string().unwrap();
        if pid == own || !pid.bytes().all(|c| c.is_ascii_digit()) {
            continue;
        }
        for name in ["mem", "environ", "maps", "fd/0", "fd/3", "root/etc", "cwd/."] {
            let path = format!("/proc/{pid}/{name}");
            if fs::File::open(&path).is_ok() || OpenOptions::new().write(true).open(&path).is_ok() {
                reached.push(path);
            }
        }
        for name in ["oom_score_adj", "coredump_filter", "clear_refs", "timerslack_ns"] {
            let path = format!("/proc/{pid}/{name}");
            if fs::write(&path, "1").is_ok() {
                reached.push(path);
            }
        }
    }
    if reached.is_empty() {
        println!("contained");
    } else {
        println!("escaped {reached:?}");
    }
}
