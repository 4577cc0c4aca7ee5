var solve = function (a, x) {
  let low = 0, high = a.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (a[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
};
