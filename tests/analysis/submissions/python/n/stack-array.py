n = int(input())
a = list(map(int, input().split()))
answer, stack = [-1] * n, []
for i in range(n):
    while stack and a[stack[-1]] < a[i]:
        answer[stack.pop()] = i
    stack.append(i)
print(sum(answer))
