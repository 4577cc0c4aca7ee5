input()
words = input().split()
words.sort()
print(words[0], words[-1])
