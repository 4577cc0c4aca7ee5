class Solution {
public:
    int solve(vector<int>& a) {
        int n = a.size(), count = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                for (int k = 0; k < j; k++) count += (a[i] + a[j] + a[k]) % 7 == 0;
        return count;
    }
};
