const n = Number(require('fs').readFileSync(0, 'utf8'));
let total = 0;
for (let x = 1; x <= n; x++) for (let d = 1; d * d <= n; d++) if (x % d === 0) total++;
console.log(total);
