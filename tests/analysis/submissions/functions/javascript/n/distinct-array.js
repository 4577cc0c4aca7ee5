var solve = (a) => new Set(a).size;
