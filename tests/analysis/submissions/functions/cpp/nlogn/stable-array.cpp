class Solution {
public:
    vector<int> solve(vector<int> a) {
        stable_sort(a.begin(), a.end());
        return a;
    }
};
