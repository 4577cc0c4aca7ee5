use std::process::Command;

fn main() {
    let mut reached = String::new();
    for command in [
        "cat /etc/shadow",
        "cat /proc/1/environ",
        "ls /proc/1/cwd/ /proc/1/root/",
        "[ $(id -u) -lt 1000 ] && id",
        "cat /ctl/*",
        "touch /usr/x /judge/x /etc/x /x && echo written",
        "kill -9 1 && echo killed",
    ] {
        let done = Command::new("/bin/sh").arg("-c").arg(command).output();
        if let Ok(done) = done {
            if done.status.success() && !done.stdout.is_empty() {
                reached += command;
            }
        }
    }
    if reached.is_empty() {
        println!("contained");
    } else {
        println!("escaped {reached}");
    }
}
