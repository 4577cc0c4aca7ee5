const [n, ...a] = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
const seen = new Set();
let repeated = 0;
a.forEach((x) => {
  if (seen.has(x)) repeated++;
  seen.add(x);
});
console.log(n, repeated);
