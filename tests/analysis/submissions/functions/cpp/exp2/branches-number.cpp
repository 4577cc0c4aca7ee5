class Solution {
public:
    long long solve(int n) { return n < 1 ? 1 : solve(n - 1) + solve(n - 1) % 7; }
};
