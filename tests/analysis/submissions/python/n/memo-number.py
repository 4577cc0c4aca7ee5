import sys
from functools import lru_cache
sys.setrecursionlimit(1000000)


@lru_cache(None)
def ways(n):
    return 1 if n < 2 else (ways(n - 1) + ways(n - 2)) % 1000007


print(ways(int(input())))
