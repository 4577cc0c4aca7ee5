import sys, threading, atexit
def hook(*args):
    return hook
sys.settrace(hook)
sys.setprofile(hook)
threading.settrace(hook)
sys.excepthook = hook
sys.displayhook = hook
print("contained")
