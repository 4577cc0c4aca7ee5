const [n, ...v]: number[] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
console.log(n, v.reduce((sum: number, x: number) => sum + x, 0));
