// TypeScript: typescript.js SOURCE PRODUCT takes the types out of a source. Types aren't checked.
const fs = require('fs');
const { stripTypeScriptTypes } = require('module');

process.removeAllListeners('warning'); // that this part of Node may still change
const [source, product] = process.argv.slice(2);
let text;
try {
  text = stripTypeScriptTypes(fs.readFileSync(source, 'utf8'), { mode: 'transform' });
} catch (error) {
  process.stdout.write(`main.ts: ${error.message}\n`);
  process.exit(1);
}
fs.writeFileSync(product, text);
