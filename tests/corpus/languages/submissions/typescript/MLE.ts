// Large blocks: memory must run out long before the time does, on a slow machine too.
const kept: Float64Array[] = [];
for (let i = 0; ; i++) kept.push(new Float64Array(1 << 20).fill(i));
