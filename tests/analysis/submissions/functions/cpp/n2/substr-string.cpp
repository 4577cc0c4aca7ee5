class Solution {
public:
    int solve(string s) {
        int found = 0;
        for (size_t i = 0; i < s.size(); i++) found += s.substr(i).back() == 'a';
        return found;
    }
};
