class Solution {
public:
    long long solve(vector<int>& a) {
        long long sum = 0;
        for (size_t i = 0; i < a.size(); i++) {
            vector<int> b = a;
            sort(b.begin(), b.end());
            sum += b[i];
        }
        return sum;
    }
};
