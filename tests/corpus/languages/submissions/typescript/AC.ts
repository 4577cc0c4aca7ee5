import { readFileSync } from 'node:fs';

type Found = { size: number; sum: bigint };

function solve(words: string[]): Found {
  const seen = new Set<string>(words);
  return { size: seen.size, sum: [...seen].reduce<bigint>((sum, x) => sum + BigInt(x), 0n) };
}

const [n, ...words] = readFileSync(0, 'utf8').trim().split(/\s+/) as string[];
const found: Found = solve(words.slice(0, Number(n)));
console.log(`${found.size} ${found.sum}`);
