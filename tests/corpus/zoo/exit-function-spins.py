import atexit
def spin():
    while True:
        pass
atexit.register(spin)
print("contained")
