import os
said = "contained"
for folder in ("/", "/judge", "/headers", "/usr", "/etc", "/box", "/box/s", "/proc/sys/kernel", "/dev", "/cgroup", "/cgroup/memory", "/home", "/root"):
    try:
        with open(f"{folder}/escaped", "w") as file:
            file.write("x")
        said = f"escaped {folder}"
    except OSError:
        pass
print(said)
