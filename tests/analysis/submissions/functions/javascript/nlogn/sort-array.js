var solve = (a) => a.sort((x, y) => x - y)[a.length >> 1];
