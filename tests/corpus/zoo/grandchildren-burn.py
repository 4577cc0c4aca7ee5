import os, time
for _ in range(2):
    if os.fork() == 0:
        while True:
            pass
time.sleep(60)
