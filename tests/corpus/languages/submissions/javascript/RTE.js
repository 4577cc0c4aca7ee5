const nothing = require('fs').readFileSync(0, 'utf8').match(/no such text/);
console.log(nothing.length);
