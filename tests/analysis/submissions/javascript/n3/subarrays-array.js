const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
let best = 0;
for (let i = 0; i < a.length; i++)
  for (let j = i; j <= a.length; j++) best = Math.max(best, a.slice(i, j).reduce((x, y) => x + y, 0));
console.log(best);
