from collections import Counter

odd = sum(count % 2 for count in Counter(input().strip()).values())
print(max(0, odd - 1))
