var solve = function (a, b) {
  let i = 0, j = 0, sum = 0;
  while (i < a.length || j < b.length) {
    const left = j === b.length || (i < a.length && a[i] <= b[j]);
    sum = (sum * 3 + (left ? a[i++] : b[j++])) % 1000003;
  }
  return sum;
};
