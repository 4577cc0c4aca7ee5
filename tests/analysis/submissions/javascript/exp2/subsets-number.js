const n = Number(require('fs').readFileSync(0, 'utf8'));
let sums = [0];
for (let i = 1; i <= n; i++) sums = sums.concat(sums.map((x) => (x * 3 + i) % 1000003));
console.log(sums[sums.length - 1]);
