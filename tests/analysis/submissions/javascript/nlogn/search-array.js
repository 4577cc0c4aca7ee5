const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
const tails = [];
for (const x of a) {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tails[middle] < x) low = middle + 1;
    else high = middle;
  }
  tails[low] = x;
}
const sorted = [...a].sort((x, y) => x - y);
let found = 0;
for (const x of a) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < x) low = middle + 1;
    else high = middle;
  }
  found = (found + low) % 1000003;
}
console.log(tails.length, found);
