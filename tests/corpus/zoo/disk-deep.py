import os
try:
    for _ in range(1500):
        os.mkdir("d", 0o700)
        os.chdir("d")
except OSError:
    pass
os.chmod(".", 0)
print("contained")
