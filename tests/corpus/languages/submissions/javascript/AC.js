const [n, ...v] = require('fs').readFileSync('/dev/stdin', 'utf8').trim().split(/\s+/);
const seen = new Set(v.slice(0, Number(n)));
console.log(seen.size, String([...seen].reduce((sum, x) => sum + BigInt(x), 0n)));
