var solve = function (head) {
  let before = null;
  while (head) [head.next, before, head] = [before, head, head.next];
  return before;
};
