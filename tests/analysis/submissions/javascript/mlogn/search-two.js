const [, a, b] = require('fs').readFileSync(0, 'utf8').split('\n').map((line) => line.split(' ').map(Number));
const sorted = a.slice().sort((x, y) => x - y);
let total = 0;
for (const y of b) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < y) low = middle + 1;
    else high = middle;
  }
  total += low;
}
console.log(total);
