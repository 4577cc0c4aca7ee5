let reached = '';
for (const [call, ...values] of [['setuid', 0], ['seteuid', 0], ['setgid', 0], ['setegid', 0], ['setgroups', [0]], ['initgroups', 'root', 0]]) {
  try {
    process[call](...values);
    reached += ` ${call}`;
  } catch (refused) {
    continue;
  }
}
console.log(reached || process.getuid() === 0 ? `escaped${reached}` : 'contained');
