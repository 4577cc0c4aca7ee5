const [, a, b] = require('fs').readFileSync(0, 'utf8').split('\n').map((line) => line.split(' ').map(Number));
console.log(b.filter((y) => a.indexOf(y) >= 0).length);
