const n = Number(require('fs').readFileSync(0, 'utf8'));
const least = new Int32Array(n + 1);
const primes = [];
for (let i = 2; i <= n; i++) {
  if (least[i] === 0) {
    least[i] = i;
    primes.push(i);
  }
  for (let j = 0; j < primes.length && primes[j] <= least[i] && i * primes[j] <= n; j++) {
    least[i * primes[j]] = primes[j];
  }
}
console.log(primes.length);
