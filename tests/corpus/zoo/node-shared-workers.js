const { Worker } = require('worker_threads');
const cell = new Int32Array(new SharedArrayBuffer(4));
for (let n = 0; n < 3; n++) new Worker('for (;;);', { eval: true });
setTimeout(() => Atomics.wait(cell, 0, 0), 20);
