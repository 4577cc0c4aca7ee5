enum Wide { A = 'x'.length, B = (() => { for (const n of [1]) return n; throw 1; })(), C = A << 30 }
namespace Inner { export const value = process.version; }
console.log(Wide.B && Inner.value ? 'contained' : 'escaped');
