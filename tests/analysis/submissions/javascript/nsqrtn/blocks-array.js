const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
const width = Math.max(1, Math.floor(Math.sqrt(a.length)));
let total = 0;
for (let i = 0; i < a.length; i++) total += Math.min(...a.slice(i, i + width));
console.log(total);
