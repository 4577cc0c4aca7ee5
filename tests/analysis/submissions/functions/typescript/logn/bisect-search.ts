function solve(a: number[], x: number): number {
  let low: number = 0, high: number = a.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (a[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
