const fs = require('fs');
let found = '';
for (const folder of ['.', '/tmp', '/dev/shm']) {
  if (fs.existsSync(`${folder}/package.json`) || fs.existsSync(`${folder}/node_modules`)) found += ` ${folder}`;
  fs.writeFileSync(`${folder}/package.json`, '{"type": "module", "main": "x"}');
  fs.mkdirSync(`${folder}/node_modules/fs`, { recursive: true });
  fs.writeFileSync(`${folder}/node_modules/fs/index.js`, 'process.exit(1)');
  fs.writeFileSync(`${folder}/.noderc`, '--inspect');
}
for (const folder of ['/box/node_modules', '/node_modules', '/box/s/node_modules', '/usr/lib/node_modules/own']) {
  try {
    fs.mkdirSync(folder);
    found += ` ${folder}`;
  } catch (refused) {
    continue;
  }
}
console.log(found ? `escaped${found}` : 'contained');
