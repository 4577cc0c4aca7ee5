import os
said = "contained"
for attempt in (lambda: os.write(0, b"9 9\n"), lambda: os.ftruncate(0, 0),
                lambda: os.write(os.open("/proc/self/fd/0", os.O_RDWR), b"9 9\n"),
                lambda: os.truncate("/proc/self/fd/0", 0)):
    try:
        attempt()
        said = "escaped"
    except OSError:
        pass
print(said)
