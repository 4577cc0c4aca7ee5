const solve = (a) => a.reduce((sum, x) => sum + x, 0);
