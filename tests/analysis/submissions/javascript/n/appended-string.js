const s = require('fs').readFileSync(0, 'utf8').trim();
let out = '';
for (const c of s) out += c === 'a' ? 'b' : 'a';
console.log(out);
