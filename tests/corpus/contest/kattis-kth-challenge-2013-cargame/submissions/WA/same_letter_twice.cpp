#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int words, plates;
    cin >> words >> plates;
    vector<string> word(words);
    vector<array<int, 26>> first(words), last(words);
    for (int w = 0; w < words; w++) {
        cin >> word[w];
        first[w].fill(1000);
        last[w].fill(-1);
        for (int i = 0; i < (int)word[w].size(); i++) {
            int c = word[w][i] - 'a';
            first[w][c] = min(first[w][c], i);
            last[w][c] = i;
        }
    }
    while (plates--) {
        string p;
        cin >> p;
        int a = p[0] - 'A', b = p[1] - 'A', c = p[2] - 'A', found = -1;
        // Lets one letter of the word serve for two equal letters of the plate.
        for (int w = 0; w < words && found < 0; w++)
            if (first[w][a] <= last[w][b] && first[w][b] <= last[w][c] && first[w][a] <= last[w][c])
                found = w;
        cout << (found < 0 ? "No valid word" : word[found]) << '\n';
    }
}
