class Solution {
public:
    long long solve(long long n) {
        long long result = 1, base = 3;
        for (; n > 0; n /= 2) {
            if (n % 2) result = result * base % 1000007;
            base = base * base % 1000007;
        }
        return result;
    }
};
