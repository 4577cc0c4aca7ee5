#include <bits/stdc++.h>
using namespace std;

int main() {
    string s;
    cin >> s;
    const string target = "meow";
    size_t n = s.size();
    // cost[start][length], although only the last column of the pattern is ever needed.
    vector<vector<array<int, 5>>> cost(n, vector<array<int, 5>>(n + 1));
    int best = 4;
    for (size_t start = 0; start < n; start++) {
        auto &row = cost[start];
        row[0] = {0, 1, 2, 3, 4};
        for (size_t i = 1; start + i <= n; i++) {
            row[i][0] = i;
            for (int j = 1; j <= 4; j++) {
                char c = s[start + i - 1];
                row[i][j] = min({row[i - 1][j - 1] + (c != target[j - 1]), row[i - 1][j] + 1, row[i][j - 1] + 1});
                if (i > 1 && j > 1 && c == target[j - 2] && s[start + i - 2] == target[j - 1])
                    row[i][j] = min(row[i][j], row[i - 2][j - 2] + 1);
            }
            best = min(best, row[i][4]);
        }
    }
    cout << best << '\n';
}
