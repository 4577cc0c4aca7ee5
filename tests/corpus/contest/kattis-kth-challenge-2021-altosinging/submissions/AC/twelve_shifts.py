NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]


def pitch(text):
    name = text.rstrip("0123456789")
    return NAMES.index(name) + 12 * int(text[len(name) :])


def main():
    input()
    low, high = map(pitch, input().split())
    song = [pitch(note) for note in input().split()]
    shifts = range(low - min(song), high - max(song) + 1)
    classes = [0] * 12
    for note in song:
        classes[note % 12] += 1
    sharps = {}
    for first in shifts[:12]:
        count = sum(classes[(c - first) % 12] for c in range(12) if "#" in NAMES[c])
        # Shifts that differ by an octave need the same accidentals.
        sharps[count] = sharps.get(count, 0) + len(range(first, shifts.stop, 12))
    print(min(sharps), sharps[min(sharps)])


main()
