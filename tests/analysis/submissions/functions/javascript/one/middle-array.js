var solve = function (a) {
  return a[a.length >> 1];
};
