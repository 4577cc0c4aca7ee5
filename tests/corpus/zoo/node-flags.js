const v8 = require('v8');
for (const flag of ['--max-old-space-size=16000', '--max-heap-size=16000', '--stack-size=900000', '--allow-natives-syntax', '--no-opt']) {
  v8.setFlagsFromString(flag);
}
v8.setHeapSnapshotNearHeapLimit(3);
const kept = [];
for (;;) kept.push(new Array(1000).fill(kept.length + 0.5));
