const fs = require('fs');
fs.writeFileSync('own.node', Buffer.from('7f454c460201010000000000000000000300', 'hex'));
let reached = '';
for (const name of ['own.node', '/judge/spawnd', '/judge/spawnd.so', '/proc/self/exe', '/proc/1/exe', '/lib/x86_64-linux-gnu/libc.so.6']) {
  try {
    process.dlopen({ exports: {} }, name);
    reached += ` ${name}`;
  } catch (refused) {
    continue;
  }
}
console.log(reached ? `escaped${reached}` : 'contained');
