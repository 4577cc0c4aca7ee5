const n = parseInt(require('fs').readFileSync('/dev/stdin').toString(), 10);
let count = 0;
for (let i = 1; i * i <= n; i++) {
  if (n % i === 0) count += i * i === n ? 1 : 2;
}
console.log(count);
