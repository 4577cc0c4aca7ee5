var solve = function (a) {
  const seen = [];
  for (const x of a) if (!seen.includes(x)) seen.push(x);
  return seen.length;
};
