n, m = map(int, input().split())
a = list(map(int, input().split()))
b = list(map(int, input().split()))


def greedy(text, wanted):
    places, at = [], 0
    for x in wanted:
        while at < len(text) and text[at] != x:
            at += 1
        if at == len(text):
            return None
        places.append(at)
        at += 1
    return places


left = greedy(a, b)
right = greedy(a[::-1], b[::-1])
if left is None or right is None:
    print("No")
else:
    right = [n - 1 - place for place in reversed(right)]
    print("Yes" if left != right else "No")
