function solve(n) {
  let result = 1, base = 3;
  for (; n > 0; n = Math.floor(n / 2)) {
    if (n % 2) result = (result * base) % 10007;
    base = (base * base) % 10007;
  }
  return result;
}
