const { spawnSync } = require('child_process');
const reached = [];
for (const command of [
  'cat /etc/shadow',
  'cat /proc/1/environ',
  'ls /proc/1/cwd/ /proc/1/root/',
  '[ $(id -u) -lt 1000 ] && id',
  'cat /ctl/*',
  'touch /usr/x /judge/x /etc/x /x && echo written',
  'chmod 777 /box /box/s && echo opened',
  'mount -t tmpfs none /tmp && echo mounted',
  'kill -9 1 && echo killed',
]) {
  const done = spawnSync('/bin/sh', ['-c', command]);
  if (done.status === 0 && String(done.stdout).trim()) reached.push(`${command}: ${done.stdout}`);
}
console.log(reached.length ? `escaped ${reached}` : 'contained');
