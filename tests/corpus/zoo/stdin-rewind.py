import os
os.lseek(0, 0, 2)
print("contained")
