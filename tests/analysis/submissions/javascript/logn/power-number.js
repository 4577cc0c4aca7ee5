const MOD = 1000003n;
function power(base, exponent) {
  if (exponent === 0) return 1n;
  const half = power(base, Math.floor(exponent / 2));
  const square = (half * half) % MOD;
  return exponent % 2 ? (square * base) % MOD : square;
}
console.log(String(power(3n, Number(require('fs').readFileSync(0, 'utf8')))));
