const a = require('fs').readFileSync(0, 'utf8').split(/\s+/).map(Number).slice(1);
a.sort((x, y) => x - y);
console.log(a[a.length >> 1]);
