const n = Number(require('fs').readFileSync(0, 'utf8'));
const squares = Array.from({ length: 64 }, (_, i) => i * i);
console.log(squares[n % 64]);
