from functools import cache

n, s, k = map(int, input().split())


@cache
def reached(rolls, distinct):
    if distinct == k:
        return 1.0
    if rolls == 0:
        return 0.0
    return (
        distinct / s * reached(rolls - 1, distinct)
        + (s - distinct) / s * reached(rolls - 1, distinct + 1)
    )


print(reached(n, 0))
