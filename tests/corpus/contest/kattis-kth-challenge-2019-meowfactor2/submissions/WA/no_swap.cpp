#include <bits/stdc++.h>
using namespace std;

int main() {
    string s;
    cin >> s;
    const string target = "meow";
    vector<int> last{0, 1, 2, 3, 4}, now(5);
    int best = 4;
    for (char c : s) {
        for (int j = 1; j <= 4; j++)
            now[j] = min({last[j - 1] + (c != target[j - 1]), last[j] + 1, now[j - 1] + 1});
        best = min(best, now[4]);
        last = now;
    }
    cout << best << '\n';
}
