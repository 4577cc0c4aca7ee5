import os
n = 0
try:
    while True:
        os.close(os.open(f"f{n}", os.O_CREAT | os.O_WRONLY))
        n += 1
except OSError:
    print("contained")
