let n = 1;
while (n) n |= 1;
console.log(n);
