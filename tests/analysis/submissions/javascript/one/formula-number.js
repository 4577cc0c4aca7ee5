const n = Number(require('fs').readFileSync(0, 'utf8'));
console.log((n * (n + 1)) / 2 % 1000003);
