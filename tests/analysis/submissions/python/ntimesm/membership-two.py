n, m = map(int, input().split())
a = input().split()
b = input().split()
print(sum(1 for x in a if x in b))
