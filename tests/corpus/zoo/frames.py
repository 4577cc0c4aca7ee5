import gc, sys
found = []
frame = sys._getframe()
while frame is not None:
    found += [v for v in frame.f_locals.values() if isinstance(v, (str, bytes)) and len(v) < 1000]
    frame = frame.f_back
secrets = [v for v in found if "EXPECTED-7431" in str(v)]
print("escaped" if secrets else "contained")
