const a = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
class Heap {
  constructor() {
    this.items = [];
  }
  push(x) {
    const items = this.items;
    items.push(x);
    let i = items.length - 1;
    while (i > 0 && items[(i - 1) >> 1] > items[i]) {
      const up = (i - 1) >> 1;
      [items[i], items[up]] = [items[up], items[i]];
      i = up;
    }
  }
  pop() {
    const items = this.items;
    const top = items[0];
    const last = items.pop();
    if (items.length) {
      items[0] = last;
      let i = 0;
      for (;;) {
        let least = i;
        if (2 * i + 1 < items.length && items[2 * i + 1] < items[least]) least = 2 * i + 1;
        if (2 * i + 2 < items.length && items[2 * i + 2] < items[least]) least = 2 * i + 2;
        if (least === i) break;
        [items[i], items[least]] = [items[least], items[i]];
        i = least;
      }
    }
    return top;
  }
}
const heap = new Heap();
for (const x of a) heap.push(x);
let out = 0;
for (let i = 0; i < a.length; i++) out = (out * 31 + heap.pop()) % 1000003;
console.log(out);
