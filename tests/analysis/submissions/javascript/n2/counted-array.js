const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
console.log(a.map((x) => a.filter((y) => y === x).length).reduce((x, y) => x + y, 0));
