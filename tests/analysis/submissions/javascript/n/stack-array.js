const [head, body] = require('fs').readFileSync(0, 'utf8').split('\n');
const a = body.split(' ').map(Number);
const next = new Int32Array(Number(head)).fill(-1);
const stack = [];
for (let i = 0; i < a.length; i++) {
  while (stack.length && a[stack[stack.length - 1]] < a[i]) next[stack.pop()] = i;
  stack.push(i);
}
console.log(next.reduce((x, y) => (x + y) % 1000003, 0));
