n = int(input())
a = input().split()
print(max(a.count(x) for x in a))
