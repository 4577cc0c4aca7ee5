const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
const unique = [];
for (const x of a) if (!unique.includes(x)) unique.push(x);
console.log(unique.length);
