var solve = function (a) {
  let sum = 0;
  while (a.length) sum = (sum + a.shift()) % 1000003;
  return sum;
};
