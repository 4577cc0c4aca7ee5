const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
const reversed = [];
for (const x of a) reversed.unshift(x);
console.log(reversed[0]);
