class Solution {
public:
    long long solve(long long n) { return n * (n + 1) / 2; }
};
