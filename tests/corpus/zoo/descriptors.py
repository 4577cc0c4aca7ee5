import os
mine = []
for number in range(3, 1024):
    try:
        os.fstat(number)
        mine.append(number)
    except OSError:
        pass
print("escaped" if mine else "contained", mine or "")
