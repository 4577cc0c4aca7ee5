type Pair = { left: number; right: number };
const alike = ({ left, right }: Pair): boolean => (left ^ right) % 5 === 0;

function solve(a: number[]): number {
  let count = 0;
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < i; j++) if (alike({ left: a[i], right: a[j] })) count++;
  return count;
}
