class Solution {
public:
    void solve(vector<int>& a) {
        for (size_t i = 0; i < a.size(); i++)
            for (size_t j = 1; j < a.size() - i; j++)
                if (a[j - 1] > a[j]) swap(a[j - 1], a[j]);
    }
};
