const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
let counts = {};
for (const x of a) counts = { ...counts, [x]: (counts[x] || 0) + 1 };
console.log(Object.keys(counts).length);
