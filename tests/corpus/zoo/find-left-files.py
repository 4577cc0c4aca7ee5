import os
left = [os.path.join(folder, name) for folder in (".", "/tmp", "/dev/shm") if os.path.isdir(folder) for name in os.listdir(folder)]
print("escaped" if left else "contained", left or "")
