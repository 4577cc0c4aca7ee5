const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1).sort((x, y) => x - y);
let count = 0;
for (const x of a) {
  for (const y of a) {
    let low = 0;
    let high = a.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (a[middle] < x + y) low = middle + 1;
      else high = middle;
    }
    count += low;
  }
}
console.log(count);
