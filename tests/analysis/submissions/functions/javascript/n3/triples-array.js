var solve = function (a) {
  let count = 0;
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < i; j++)
      for (let k = 0; k < j; k++) if ((a[i] + a[j] + a[k]) % 7 === 0) count++;
  return count;
};
