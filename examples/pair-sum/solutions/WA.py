# The two numbers nearest to zero: forgets that two large numbers can cancel out.
n = int(input())
numbers = sorted(map(int, input().split()), key=abs)
print(numbers[0] + numbers[1])
