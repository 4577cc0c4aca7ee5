const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
let count = 0;
for (let i = 0; i < a.length; i++) for (let j = i + 1; j < a.length; j++) if (a[i] > a[j]) count++;
console.log(count);
