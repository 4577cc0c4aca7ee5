import os, sys
os._exit = lambda code: None
sys.exit = lambda code=0: None
print("wrong")
raise SystemExit(0)
