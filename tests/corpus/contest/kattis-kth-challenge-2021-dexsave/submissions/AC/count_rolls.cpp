#include <bits/stdc++.h>
using namespace std;

int needed, bonus, dice;
string kind;
vector<pair<int, int>> die;

double chance(size_t next, int missing) {
    if (next == die.size()) return missing <= 0;
    auto [sign, sides] = die[next];
    double sum = 0;
    for (int face = 1; face <= sides; face++) sum += chance(next + 1, missing - sign * face);
    return sum / sides;
}

int main() {
    cin >> needed >> bonus >> kind >> dice;
    while (dice--) {
        char sign, d;
        int sides;
        cin >> sign >> d >> sides;
        die.push_back({sign == '-' ? -1 : 1, sides});
    }
    double success = 0;
    for (int face = 2; face <= 20; face++) {
        double weight = kind == "straight" ? 20 : kind == "advantage" ? 2 * face - 1 : 41 - 2 * face;
        success += weight / 400 * (face == 20 ? 1 : chance(0, needed - bonus - face));
    }
    printf("%.9f\n", success);
}
