#include <bits/stdc++.h>
using namespace std;

int answer[26][26][26];

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int words, plates;
    cin >> words >> plates;
    vector<string> word(words);
    memset(answer, -1, sizeof answer);
    for (int w = 0; w < words; w++) {
        cin >> word[w];
        unsigned seen = 0, after_pair[26] = {};
        for (char ch : word[w]) {
            int c = ch - 'a';
            for (int a = 0; a < 26; a++)
                for (unsigned pairs = after_pair[a]; pairs; pairs &= pairs - 1) {
                    int &slot = answer[a][__builtin_ctz(pairs)][c];
                    if (slot < 0) slot = w;
                }
            for (unsigned rest = seen; rest; rest &= rest - 1) after_pair[__builtin_ctz(rest)] |= 1u << c;
            seen |= 1u << c;
        }
    }
    while (plates--) {
        string p;
        cin >> p;
        int w = answer[p[0] - 'A'][p[1] - 'A'][p[2] - 'A'];
        cout << (w < 0 ? "No valid word" : word[w]) << '\n';
    }
}
