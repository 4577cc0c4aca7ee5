class Solution {
public:
    int solve(vector<int>& a) {
        int low = 0, high = a.size();
        while (low < high) {
            int middle = (low + high) / 2;
            if (a[middle] < a[0]) low = middle + 1; else high = middle;
        }
        return low;
    }
};
