const a = Float64Array.from(require('fs').readFileSync(0, 'utf8').split(/\s+/).map(Number).slice(1));
console.log(a.sort()[a.length >> 1]);
