#include <bits/stdc++.h>
using namespace std;

int main() {
    int n;
    cin >> n;
    array<int, 100> steps{};
    for (int i = 0; i < n; i++) cin >> steps.at(i);
    array<array<int, 2>, 200> value{};
    vector<vector<int>> comers(n), implies(2 * n);
    for (int w = 0; w < n; w++)
        for (int t = 0; t < 2; t++)
            comers[((w + (t ? -steps.at(w) : steps.at(w))) % n + n) % n].push_back(2 * w + t);
    for (auto &list : comers)
        for (int a : list)
            for (int b : list)
                if (a / 2 != b / 2) implies[a].push_back(b ^ 1);
    vector<int> turn(n, -1);
    for (int w = 0; w < n; w++) {
        bool done = turn[w] >= 0;
        for (int t = 0; t < 2 && !done; t++) {
            vector<int> kept = turn, stack{2 * w + t};
            turn[w] = t;
            done = true;
            while (done && !stack.empty()) {
                int literal = stack.back();
                stack.pop_back();
                for (int other : implies[literal]) {
                    if (turn[other / 2] < 0) {
                        turn[other / 2] = other & 1;
                        stack.push_back(other);
                    } else if (turn[other / 2] != (other & 1)) {
                        done = false;
                    }
                }
            }
            if (!done) turn = kept;
        }
        if (!done) {
            cout << "no dance\n";
            return 0;
        }
    }
    for (int t : turn) cout << "LR"[t];
    cout << '\n';
    return value[0][0];
}
