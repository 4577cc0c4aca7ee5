class Solution {
public:
    int solve(int n) {
        int count = 0;
        for (long long i = 1; i * i <= n; i++) count += n % i == 0;
        return count;
    }
};
