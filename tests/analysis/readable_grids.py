"""Programs that go from cell to cell of a grid: by shape, the language, the bound, and the program."""

GRIDS = {
    "a queue of cells": (
        "python",
        "O(n^2)",
        """\
from collections import deque
def spread(field):
    todo = deque([(0, 0)])
    steps = {}
    while todo:
        y, x = todo.popleft()
        for a, b in ((0, 1), (1, 0)):
            v, w = y + a, x + b
            if v < len(field) and w < len(field[0]) and field[v][w] == 0:
                field[v][w] = field[y][x] + 1
                todo.append((v, w))
    return field[-1][-1]
""",
    ),
    "a heap of cells": (
        "java",
        "O(n^2 * log n)",
        """\
class A {
    int climb(int[][] heights) {
        PriorityQueue<int[]> heap = new PriorityQueue<>((p, q) -> p[0] - q[0]);
        boolean[][] done = this.done;
        heap.offer(new int[] {heights[0][0], 0, 0});
        int highest = 0;
        while (!heap.isEmpty()) {
            int[] cell = heap.poll();
            highest = Math.max(highest, cell[0]);
            for (int d = 0; d < 4; d++) {
                int row = cell[1] + DY[d];
                int column = cell[2] + DX[d];
                if (row < 0 || column < 0 || done[row][column]) continue;
                done[row][column] = true;
                heap.offer(new int[] {heights[row][column], row, column});
            }
        }
        return highest;
    }
}
""",
    ),
    "a search from each cell that isn't seen yet": (
        "python",
        "O(n^2)",
        """\
def areas(grid):
    def area(i, j):
        grid[i][j] = 0
        stack, size = [(i, j)], 0
        while stack:
            i, j = stack.pop()
            size += 1
            for k, l in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
                if 0 <= k < len(grid) and 0 <= l < len(grid[0]) and grid[k][l]:
                    grid[k][l] = 0
                    stack.append((k, l))
        return size
    best = 0
    for i in range(len(grid)):
        for j in range(len(grid[0])):
            if grid[i][j]:
                best = max(best, area(i, j))
    return best
""",
    ),
    "a queue of nodes that counts by node and letter is no grid": (
        "python",
        "O(n)",
        """\
def most(letters, adj, waiting, count):
    best = 0
    queue = [i for i in range(len(letters)) if waiting[i] == 0]
    while queue:
        node = queue.pop()
        letter = ord(letters[node]) - 97
        count[node][letter] += 1
        best = max(best, count[node][letter])
        for other in adj[node]:
            for which in range(26):
                count[other][which] = max(count[other][which], count[node][which])
            waiting[other] -= 1
            if waiting[other] == 0:
                queue.append(other)
    return best
""",
    ),
}
