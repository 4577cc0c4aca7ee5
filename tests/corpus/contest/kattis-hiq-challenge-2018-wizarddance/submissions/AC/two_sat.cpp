#include <bits/stdc++.h>
using namespace std;

int n;
vector<int> steps;

int place(int wizard, int right) {
    return ((wizard + (right ? -steps[wizard] : steps[wizard])) % n + n) % n;
}

int main() {
    cin >> n;
    steps.resize(n);
    for (int &s : steps) cin >> s;
    // Wizard w turning t is literal 2w + t; two that would meet exclude each other.
    vector<vector<int>> comers(n), implies(2 * n);
    for (int w = 0; w < n; w++)
        for (int t = 0; t < 2; t++) comers[place(w, t)].push_back(2 * w + t);
    for (auto &list : comers)
        for (int a : list)
            for (int b : list)
                if (a / 2 != b / 2) implies[a].push_back(b ^ 1);
    vector<int> turn(n, -1);
    for (int w = 0; w < n; w++) {
        bool done = turn[w] >= 0;
        for (int t = 0; t < 2 && !done; t++) {
            vector<int> stack{2 * w + t}, set{w};
            turn[w] = t;
            done = true;
            while (done && !stack.empty()) {
                int literal = stack.back();
                stack.pop_back();
                for (int other : implies[literal]) {
                    int &value = turn[other / 2];
                    if (value < 0) {
                        value = other & 1;
                        set.push_back(other / 2);
                        stack.push_back(other);
                    } else if (value != (other & 1)) {
                        done = false;
                        break;
                    }
                }
            }
            if (!done)
                for (int v : set) turn[v] = -1;
        }
        if (!done) {
            cout << "no dance\n";
            return 0;
        }
    }
    for (int t : turn) cout << "LR"[t];
    cout << '\n';
}
