#include <bits/stdc++.h>
using namespace std;

int main() {
    string s;
    cin >> s;
    const string target = "meow";
    array<int, 5> before{}, last{0, 1, 2, 3, 4}, now{};
    int best = 4;
    for (size_t i = 0; i < s.size(); i++) {
        now[0] = 0;  // the word may begin anywhere
        for (int j = 1; j <= 4; j++) {
            now[j] = min({last[j - 1] + (s[i] != target[j - 1]), last[j] + 1, now[j - 1] + 1});
            if (i > 0 && j > 1 && s[i] == target[j - 2] && s[i - 1] == target[j - 1])
                now[j] = min(now[j], before[j - 2] + 1);
        }
        best = min(best, now[4]);
        before = last;
        last = now;
    }
    cout << best << '\n';
}
