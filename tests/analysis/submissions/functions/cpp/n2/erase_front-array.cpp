class Solution {
public:
    long long solve(vector<int>& a) {
        long long sum = 0;
        while (!a.empty()) {
            sum += a[0] * (long long)(a.size() % 3);
            a.erase(a.begin());
        }
        return sum;
    }
};
