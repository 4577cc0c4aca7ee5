import sys

data = sys.stdin.read().split()
n = int(data[0])
words, plates = data[2 : 2 + n], data[2 + n :]
letters = [set(word) for word in words]
for plate in plates:
    wanted = set(plate.lower())
    for word, have in zip(words, letters):
        if wanted <= have:
            print(word)
            break
    else:
        print("No valid word")
