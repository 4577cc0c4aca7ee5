TONES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def pitch(text):
    return TONES[text[:-1].rstrip("#")] + text.count("#") + 12 * int(text[-1])


input()
low, high = map(pitch, input().split())
song = [pitch(note) for note in input().split()]
sharp = {1, 3, 6, 8, 10}
shifts = range(low - min(song), high - max(song) + 1)
sharps = [sum((note + shift) % 12 in sharp for note in song) for shift in shifts]
print(min(sharps), sharps.count(min(sharps)))
