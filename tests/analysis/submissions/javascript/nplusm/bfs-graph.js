const lines = require('fs').readFileSync(0, 'utf8').split('\n');
const [n, m] = lines[0].split(' ').map(Number);
const next = Array.from({ length: n }, () => []);
for (let i = 1; i <= m; i++) {
  const [u, v] = lines[i].split(' ').map(Number);
  next[u].push(v);
  next[v].push(u);
}
const distance = new Array(n).fill(-1);
const queue = [0];
distance[0] = 0;
for (let head = 0; head < queue.length; head++) {
  for (const v of next[queue[head]]) {
    if (distance[v] < 0) {
      distance[v] = distance[queue[head]] + 1;
      queue.push(v);
    }
  }
}
console.log(queue.length);
