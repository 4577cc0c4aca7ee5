import os, time
for _ in range(16):
    if os.fork() == 0:
        held = bytearray(20 << 20)
        time.sleep(30)
        os._exit(0)
time.sleep(30)
