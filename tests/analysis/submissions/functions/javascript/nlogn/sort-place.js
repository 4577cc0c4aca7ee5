var solve = function (a) {
  a.sort((x, y) => x - y);
};
