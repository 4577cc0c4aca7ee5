const a = require('fs').readFileSync(0, 'utf8').split(/\s+/).filter(Boolean).map(Number).slice(1);
console.log(a.map((x) => x % 7).filter((x) => x > 2).reduce((x, y) => x + y, 0), Math.max(...a));
