import sys

sys.set_int_max_str_digits(0)
text = input().strip()
number = int(text)
for length in range(max(1, len(text) - 8), len(text) + 1):
    answer = str(number // length)
    if len(answer) == length and number % length == 0:
        print(answer)
        break
