class Solution {
  solve(a: number[]): number {
    const sorted: number[] = [...a].sort((x: number, y: number) => x - y);
    return sorted[sorted.length >> 1];
  }
}
