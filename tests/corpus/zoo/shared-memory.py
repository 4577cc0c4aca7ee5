import glob
import mmap
import os

found = glob.glob("/dev/shm/*")
try:
    from multiprocessing import shared_memory

    kept = shared_memory.SharedMemory(name="own", create=True, size=1 << 20)
    os.write(os.open("/dev/shm/other", os.O_CREAT | os.O_WRONLY), b"x" * 1000)
except OSError:
    kept = None
private = mmap.mmap(-1, 1 << 20)
print("escaped" if found else "contained", *found, flush=True)
os._exit(0)
