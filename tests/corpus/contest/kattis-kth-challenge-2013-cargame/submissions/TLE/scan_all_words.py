import sys


def spells(word, plate):
    letters = iter(word)
    return all(letter in letters for letter in plate)


data = sys.stdin.read().split()
n = int(data[0])
words, plates = data[2 : 2 + n], data[2 + n :]
for plate in plates:
    plate = plate.lower()
    print(next((word for word in words if spells(word, plate)), "No valid word"))
