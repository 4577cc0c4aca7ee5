import { Worker } from 'node:worker_threads';
const kept: Worker[] = [];
for (;;) kept.push(new Worker('while (true) {}', { eval: true }));
