const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
let count = 0;
for (let i = 0; i < a.length; i++)
  for (let j = 0; j < i; j++) for (let k = 0; k < j; k++) if (a[i] + a[j] > a[k]) count++;
console.log(count);
