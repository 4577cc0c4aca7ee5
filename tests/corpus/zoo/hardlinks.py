import os
said = "contained"
for target in ("/judge/spawnd", "/judge/version", "/box/s", "/usr/bin/env"):
    try:
        os.link(target, "link")
        said = "escaped"
    except OSError:
        pass
print(said)
