import os
said = "contained"
for pid in [p for p in os.listdir("/proc") if p.isdigit() and int(p) != os.getpid()]:
    for name in ("mem", "environ", "maps", "auxv"):
        try:
            with open(f"/proc/{pid}/{name}", "rb") as file:
                if name != "mem" and file.read(1):
                    said = f"escaped {pid} {name}"
                elif name == "mem":
                    said = f"escaped {pid} mem"
        except OSError:
            pass
    try:
        if os.listdir(f"/proc/{pid}/fd"):
            said = f"escaped {pid} fd"
    except OSError:
        pass
print(said)
