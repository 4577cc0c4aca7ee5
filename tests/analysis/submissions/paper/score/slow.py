class Solution:
    def maxScore(self, nums1: list[int], nums2: list[int], k: int) -> int:
        lowest = -(10**18)
        n, m = len(nums1), len(nums2)
        before = [[0] * (m + 1) for _ in range(n + 1)]
        for _ in range(k):
            now = [[lowest] * (m + 1) for _ in range(n + 1)]
            for i in range(n):
                for j in range(m):
                    best = now[i + 1][j]
                    for first in range(i + 1):
                        best = max(best, before[first][j] + nums1[first] * nums2[j])
                    now[i + 1][j + 1] = best
            before = now
        return before[n][m]
