from fractions import Fraction

n, s, k = map(int, input().split())
p = [Fraction(1)] + [Fraction(0)] * s
for _ in range(n):
    p = [p[d] * Fraction(d, s) + (p[d - 1] * Fraction(s - d + 1, s) if d else 0) for d in range(s + 1)]
print(float(sum(p[k:])))
