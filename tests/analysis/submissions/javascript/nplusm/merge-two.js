const [, a, b] = require('fs').readFileSync(0, 'utf8').split('\n').map((line) => line.split(' ').map(Number));
const all = new Map();
for (const x of a) all.set(x, (all.get(x) ?? 0) + 1);
let common = 0;
for (const y of b) common += all.get(y) ?? 0;
console.log(common);
