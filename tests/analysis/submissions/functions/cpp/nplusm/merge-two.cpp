class Solution {
public:
    long long solve(vector<int>& a, vector<int>& b) {
        size_t i = 0, j = 0;
        long long sum = 0;
        while (i < a.size() || j < b.size()) {
            bool left = j == b.size() || (i < a.size() && a[i] <= b[j]);
            sum = (sum * 3 + (left ? a[i++] : b[j++])) % 1000003;
        }
        return sum;
    }
};
