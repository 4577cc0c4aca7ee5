const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
let total = 0;
for (let i = 0; i < a.length; i++) {
  const others = a.map((x) => (x * (i + 7)) % 1000003);
  others.sort((x, y) => x - y);
  total += others[i >> 1];
}
console.log(total);
