n, s, k = map(int, input().split())
p = [1.0] + [0.0] * s
for _ in range(min(n, 1000)):
    p = [p[d] * d / s + (p[d - 1] * (s - d + 1) / s if d else 0.0) for d in range(s + 1)]
print(p[k])
