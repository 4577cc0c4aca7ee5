class Solution {
    public long solve(long n) {
        long result = 1, base = 3;
        for (; n > 0; n /= 2) {
            if (n % 2 == 1) result = result * base % 1000007;
            base = base * base % 1000007;
        }
        return result;
    }
}
