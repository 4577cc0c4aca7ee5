import os, time
if os.fork() == 0:
    os.setsid()
    for _ in range(100):
        time.sleep(0.05)
        try:
            open("late", "w").write("escaped")
            os.write(1, b"escaped")
        except OSError:
            pass
    os._exit(0)
print("contained")
