const cell = new Int32Array(new SharedArrayBuffer(4));
for (;;) Atomics.wait(cell, 0, 0);
