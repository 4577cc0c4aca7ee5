const readline = require('readline');
const lines = [];
readline.createInterface({ input: process.stdin }).on('line', (line) => lines.push(line)).on('close', () => {
  const a = lines[1].trim().split(' ').map(Number);
  let best = -Infinity;
  let current = 0;
  for (const x of a) {
    current = Math.max(x, current + x);
    best = Math.max(best, current);
  }
  console.log(best);
});
