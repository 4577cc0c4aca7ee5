length, use = map(int, input().split())
rolls = 0
while length % use:
    use -= length % use
    rolls += 1
print(rolls)
