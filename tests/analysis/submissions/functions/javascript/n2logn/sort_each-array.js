var solve = function (a) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += [...a].sort((x, y) => x - y)[i] % 7;
  return sum;
};
