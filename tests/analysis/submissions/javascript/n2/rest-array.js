const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
const total = ([first, ...others]) => (first === undefined ? 0 : first + total(others));
console.log(total(a));
