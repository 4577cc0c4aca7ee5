const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
console.log(a.reduce((all, x) => [...all, x % 10], []).length);
