import os
for i in range(20):
    os.makedirs(f".moved-{i}/x/y")
    os.makedirs(f"z{i}/.moved-{i}/q")
    os.symlink("/box/s", f"z{i}/link")
os.symlink("/", "root")
print("contained")
