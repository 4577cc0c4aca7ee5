class Solution {
public:
    bool solve(string s) {
        string t(s.rbegin(), s.rend());
        return s == t || count(s.begin(), s.end(), 'a') > 1;
    }
};
