import os
said = "contained"
before = os.getresuid()
for call in (lambda: os.setuid(0 if before[0] else 12345), lambda: os.setresuid(64999, 64999, 64999),
             lambda: os.setgroups([0]), lambda: os.seteuid(641000), lambda: os.setgid(641000)):
    try:
        call()
        said = "escaped"
    except OSError:
        pass
for line in open("/proc/self/status"):
    if line.startswith(("CapEff", "CapPrm", "CapInh", "CapBnd", "CapAmb")) and int(line.split()[1], 16):
        if not line.startswith("CapBnd"):
            said = f"escaped {line}"
    if line.startswith("NoNewPrivs") and line.split()[1] != "1":
        said = "escaped"
print(said)
