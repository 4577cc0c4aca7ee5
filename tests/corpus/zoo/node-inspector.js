const fs = require('fs');
const reached = [];
try {
  const inspector = require('inspector');
  inspector.open(9229, '127.0.0.1');
  if (inspector.url()) reached.push(inspector.url());
} catch (refused) {
  reached.length = 0;
}
for (const name of fs.readdirSync('/proc')) {
  if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
  try {
    process._debugProcess(Number(name));
    reached.push(name);
  } catch (refused) {
    continue;
  }
}
console.log(reached.length ? `escaped ${reached}` : 'contained');
process.exit(0);
