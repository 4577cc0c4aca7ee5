import os
said = "contained"
for target in ("/etc/shadow", "/root", "/proc/1/environ", "/judge/version", "/home"):
    name = target.replace("/", "_")
    try:
        os.symlink(target, name)
        if target.startswith("/judge"):
            continue
        if os.path.isdir(name):
            os.listdir(name)
        else:
            open(name, "rb").read(1)
        said = f"escaped {target}"
    except OSError:
        pass
print(said)
