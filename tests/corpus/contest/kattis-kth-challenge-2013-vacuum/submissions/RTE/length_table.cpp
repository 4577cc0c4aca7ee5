#include <bits/stdc++.h>
using namespace std;

int main() {
    int limit[2], n;
    cin >> limit[0] >> limit[1] >> n;
    // Lengths index a table that is only as long as the larger limit.
    vector<int> count(max(limit[0], limit[1]) + 1);
    vector<int> tube(n);
    for (int &t : tube) {
        cin >> t;
        count.at(t)++;
    }
    int best = 0;
    for (int a = 0; a < (int)count.size(); a++)
        for (int b = a; count[a] && b <= limit[0] - a && b < (int)count.size(); b++) {
            if (count[b] < 1 + (a == b)) continue;
            count[a]--, count[b]--;
            for (int c = 0; c < (int)count.size(); c++)
                for (int d = min(limit[1] - c, (int)count.size() - 1); count[c] && d >= c; d--)
                    if (count[d] >= 1 + (c == d)) {
                        best = max(best, a + b + c + d);
                        break;
                    }
            count[a]++, count[b]++;
        }
    if (best) cout << best << '\n';
    else cout << "Impossible\n";
}
