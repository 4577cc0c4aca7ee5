import os
known = {"PATH", "HOME", "LANG", "LC_CTYPE", "PYTHONHASHSEED", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}
print("contained" if set(os.environ) <= known else f"escaped {set(os.environ) - known}")
