import os
try:
    while True:
        os.open("/dev/null", os.O_RDONLY)
except OSError:
    print("contained")
