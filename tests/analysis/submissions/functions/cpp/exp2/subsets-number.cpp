class Solution {
public:
    int solve(int n) {
        int count = 0;
        for (int mask = 0; mask < (1 << n); mask++) count += __builtin_parity(mask) ^ (mask % 3 == 0);
        return count;
    }
};
