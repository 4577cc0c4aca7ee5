const fs = require('fs');
let reached = '';
for (const name of fs.readdirSync('/proc')) {
  if (!/^\d+$/.test(name) || [process.pid, process.ppid].includes(Number(name))) continue;
  for (const signal of ['SIGKILL', 'SIGSTOP', 0]) {
    try {
      process.kill(Number(name), signal);
      reached += ` ${name}`;
    } catch (refused) {
      continue;
    }
  }
}
for (const target of [1, process.ppid]) {
  try {
    process.kill(target, 'SIGKILL');
    reached += ` ${target}`;
  } catch (refused) {
    continue;
  }
}
console.log(reached ? `escaped${reached}` : 'contained');
