const n = Number(require('fs').readFileSync(0, 'utf8'));
let x = 1n;
for (let i = 0; i < n; i++) x = x * 1000003n + 7n;
console.log(Number(x % 1000007n));
