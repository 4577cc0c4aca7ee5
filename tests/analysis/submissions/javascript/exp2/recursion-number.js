const n = Number(require('fs').readFileSync(0, 'utf8'));
const count = (k) => (k === 0 ? 1 : (count(k - 1) + count(k - 1)) % 1000003);
console.log(count(n));
