import os
for folder in (".", "/tmp", "/dev/shm"):
    for name in ("left", ".hidden", "-rf", "new\nline", "\udcff"):
        try:
            open(f"{folder}/{name}", "w").close()
        except OSError:
            pass
print("contained")
