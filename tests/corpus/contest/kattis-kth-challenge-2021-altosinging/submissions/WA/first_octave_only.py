NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]


def pitch(text):
    name = text.rstrip("0123456789")
    return NAMES.index(name) + 12 * int(text[len(name) :])


input()
low, high = map(pitch, input().split())
song = [pitch(note) for note in input().split()]
shifts = range(low - min(song), high - max(song) + 1)
# Shifts beyond the first twelve repeat, and are forgotten.
sharps = [sum("#" in NAMES[(note + shift) % 12] for note in song) for shift in shifts[:12]]
print(min(sharps), sharps.count(min(sharps)))
