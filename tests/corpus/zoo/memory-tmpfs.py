chunk = b"x" * (1 << 20)
for place in ("/box/w/a", "/tmp/b", "/dev/shm/c"):
    try:
        with open(place, "wb") as file:
            while True:
                file.write(chunk)
    except OSError:
        pass
raise SystemExit(1)
