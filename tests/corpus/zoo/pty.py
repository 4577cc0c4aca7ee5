import fcntl
import os
import termios

reached = []
for name in ("/dev/tty", "/dev/console", "/dev/tty0", "/dev/ptmx", "/dev/pts/0"):
    try:
        descriptor = os.open(name, os.O_RDWR | os.O_NOCTTY)
        fcntl.ioctl(descriptor, termios.TIOCSTI, b"x")
        reached.append(name)
    except OSError:
        continue
print("escaped" if reached else "contained", *reached)
