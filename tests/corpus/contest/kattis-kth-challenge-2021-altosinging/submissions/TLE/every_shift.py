NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]


def pitch(text):
    name = text.rstrip("0123456789")
    return NAMES.index(name) + 12 * int(text[len(name) :])


input()
low, high = map(pitch, input().split())
song = [pitch(note) for note in input().split()]
fewest, ways = len(song) + 1, 0
for shift in range(low - min(song), high - max(song) + 1):
    sharps = sum("#" in NAMES[(note + shift) % 12] for note in song)
    if sharps < fewest:
        fewest, ways = sharps, 0
    ways += sharps == fewest
print(fewest, ways)
