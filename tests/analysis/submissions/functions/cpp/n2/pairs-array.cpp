class Solution {
public:
    int solve(vector<int>& a) {
        int count = 0;
        for (int i = 0; i < (int)a.size(); i++)
            for (int j = 0; j < i; j++) count += (a[i] ^ a[j]) % 5 == 0;
        return count;
    }
};
