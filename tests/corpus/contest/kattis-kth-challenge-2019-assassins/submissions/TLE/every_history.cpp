#include <bits/stdc++.h>
using namespace std;

struct Attempt { int killer, victim; double success; };

int n, m;
vector<Attempt> attempts;
vector<double> survival;

void play(size_t next, int alive, double chance) {
    if (next == attempts.size()) {
        for (int i = 0; i < n; i++)
            if (alive >> i & 1) survival[i] += chance;
        return;
    }
    auto [killer, victim, success] = attempts[next];
    if ((alive >> killer & 1) && (alive >> victim & 1)) {
        play(next + 1, alive ^ 1 << victim, chance * success);
        play(next + 1, alive, chance * (1 - success));
    } else {
        play(next + 1, alive, chance);
    }
}

int main() {
    scanf("%d %d", &n, &m);
    attempts.resize(m);
    survival.resize(n);
    for (auto &[killer, victim, success] : attempts) {
        scanf("%d %d %lf", &killer, &victim, &success);
        killer--, victim--;
    }
    play(0, (1 << n) - 1, 1.0);
    for (double p : survival) printf("%.10f\n", p);
}
