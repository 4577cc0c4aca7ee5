class Solution {
  solve(a) {
    let count = 0;
    for (let i = 0; i < a.length; i++)
      for (let j = 0; j < i; j++) if ((a[i] ^ a[j]) % 5 === 0) count++;
    return count;
  }
}
