import sys


def main():
    data = sys.stdin.read().split()
    n = int(data[0])
    words, plates = data[2 : 2 + n], [plate.lower() for plate in data[2 + n :]]
    # For each first two letters, the third letters still without a word, as bits.
    waiting = {}
    for plate in plates:
        waiting[plate[:2]] = waiting.get(plate[:2], 0) | 1 << ord(plate[2]) - 97
    answer = {}
    for word in words:
        after = [0]
        for letter in reversed(word):
            after.append(after[-1] | 1 << ord(letter) - 97)
        after.reverse()
        for a in set(word):
            start = word.index(a) + 1
            for b in set(word[start:]):
                wanted = waiting.get(a + b)
                if not wanted:
                    continue
                found = wanted & after[word.index(b, start) + 1]
                waiting[a + b] = wanted ^ found
                while found:
                    bit = found.bit_length() - 1
                    answer[a + b + chr(97 + bit)] = word
                    found ^= 1 << bit
    print("\n".join(answer.get(plate, "No valid word") for plate in plates))


main()
