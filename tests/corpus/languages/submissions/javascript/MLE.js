const kept = [];
for (let i = 0; ; i++) kept.push(Array.from({ length: 1000 }, (_, j) => [i, j]));
