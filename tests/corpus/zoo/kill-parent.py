import os, signal
for pid in (os.getppid(), 1):
    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM):
        try:
            os.kill(pid, number)
        except OSError:
            pass
print("contained")
