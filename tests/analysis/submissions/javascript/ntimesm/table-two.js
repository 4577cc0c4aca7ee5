const [, a, b] = require('fs').readFileSync(0, 'utf8').split('\n').map((line) => line.split(' ').map(Number));
const table = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
for (let i = 1; i <= a.length; i++)
  for (let j = 1; j <= b.length; j++)
    table[i][j] = a[i - 1] === b[j - 1] ? table[i - 1][j - 1] + 1 : Math.max(table[i - 1][j], table[i][j - 1]);
console.log(table[a.length][b.length]);
