length, use = map(int, input().split())
rolls = 1
# With k rolls a remainder is left over for the next one, so the use per roll shrinks by it.
while length % use:
    use -= length % use
    rolls += 1
print(rolls)
