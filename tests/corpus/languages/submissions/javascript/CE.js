const n = ;
console.log(n);
