const s = require('fs').readFileSync(0, 'utf8').trim();
const seen = new Set();
for (let i = 0; i < s.length; i++) seen.add(s.substring(0, i));
console.log(seen.size);
