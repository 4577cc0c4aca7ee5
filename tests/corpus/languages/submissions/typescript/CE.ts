interface { n: number }
console.log(1);
