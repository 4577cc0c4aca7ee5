def merge_sort(a):
    if len(a) < 2:
        return a
    half = len(a) // 2
    left, right = merge_sort(a[:half]), merge_sort(a[half:])
    out, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]


input()
print(merge_sort(list(map(int, input().split())))[::100])
