import os, subprocess
said = "contained"
for program in (["/usr/bin/su", "-c", "id"], ["/usr/bin/passwd", "-S"], ["/usr/bin/mount", "-t", "tmpfs", "none", "/box/w"]):
    try:
        if subprocess.run(program, capture_output=True, timeout=1, stdin=subprocess.DEVNULL).returncode == 0:
            said = f"escaped {program}"
    except (OSError, subprocess.SubprocessError):
        pass
print(said)
