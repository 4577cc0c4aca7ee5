const kept = [];
for (;;) kept.push(new Uint8Array(new SharedArrayBuffer(1 << 20)).fill(1));
