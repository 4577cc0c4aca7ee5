const n = Number(require('fs').readFileSync(0, 'utf8'));
const squares = [];
for (let i = 0; i * i <= n; i++) squares.push(i * i);
console.log(squares.reduce((sum, x) => (sum + x) % 1000003, 0));
