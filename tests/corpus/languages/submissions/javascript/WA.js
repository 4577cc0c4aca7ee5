const [n, ...v] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
console.log(n, v.reduce((sum, x) => sum + x, 0));
