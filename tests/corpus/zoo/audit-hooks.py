import atexit
import gc
import sys
import threading

sys.addaudithook(lambda event, arguments: None)
sys.setprofile(lambda *arguments: None)
threading.settrace(lambda *arguments: None)
gc.callbacks.append(lambda phase, information: None)
sys.unraisablehook = lambda information: None
atexit.register(lambda: print("contained"))
