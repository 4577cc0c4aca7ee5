const s = require('fs').readFileSync(0, 'utf8').trim();
const t = [...s].reverse().join('');
let last = new Array(s.length + 1).fill(0);
for (let i = 1; i <= s.length; i++) {
  const row = [0];
  for (let j = 1; j <= t.length; j++) row[j] = s[i - 1] === t[j - 1] ? last[j - 1] + 1 : Math.max(last[j], row[j - 1]);
  last = row;
}
console.log(last[t.length]);
