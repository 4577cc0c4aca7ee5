import os
try:
    os.ftruncate(1, 1 << 40)
except OSError:
    pass
os.ftruncate(1, 0)
os.lseek(1, 0, 0)
os.write(1, b"contained\n")
