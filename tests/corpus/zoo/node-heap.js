const kept = [];
for (;;) kept.push({ n: kept.length, text: `${Math.random()}` });
