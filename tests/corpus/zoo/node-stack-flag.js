require('v8').setFlagsFromString('--stack-size=2000000');
require('vm').runInThisContext('function down(n) { return 1 + down(n + 1); }');
setTimeout(() => console.log(down(0)));
