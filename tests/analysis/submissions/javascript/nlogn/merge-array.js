const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
function sorted(a) {
  if (a.length < 2) return a;
  const middle = a.length >> 1;
  const left = sorted(a.slice(0, middle));
  const right = sorted(a.slice(middle));
  const out = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) out.push(left[i] <= right[j] ? left[i++] : right[j++]);
  return [...out, ...left.slice(i), ...right.slice(j)];
}
console.log(sorted(a).slice(0, 3).join(' '));
