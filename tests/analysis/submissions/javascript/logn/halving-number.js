let n = Number(require('fs').readFileSync(0, 'utf8'));
let steps = 0;
while (n > 1) {
  n = Math.floor(n / 2);
  steps++;
}
console.log(steps);
