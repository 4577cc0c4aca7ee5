const fs = require('fs');
const block = Buffer.alloc(1 << 20, 120);
for (let n = 0; n < 4; n++) {
  for (const call of [() => fs.writeSync(1, block), () => fs.appendFileSync('/dev/stdout', block), () => fs.writevSync(2, [block, block])]) {
    try {
      call();
    } catch (refused) {
      continue;
    }
  }
}
