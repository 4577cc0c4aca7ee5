import os
said = "contained"
for pid in [p for p in os.listdir("/proc") if p.isdigit() and int(p) != os.getpid()]:
    for name in ("cwd", "root", "exe"):
        try:
            os.readlink(f"/proc/{pid}/{name}")
            said = f"escaped {pid} {name}"
        except OSError:
            pass
print(said)
