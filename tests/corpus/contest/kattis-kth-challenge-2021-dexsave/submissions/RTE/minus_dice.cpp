#include <bits/stdc++.h>
using namespace std;

int main() {
    int needed, bonus, dice;
    string kind;
    cin >> needed >> bonus >> kind >> dice;
    // Totals index a table; those below zero have no place in it.
    vector<double> total(200);
    for (int face = 1; face <= 20; face++)
        total.at(face + bonus) += (kind == "straight" ? 20 : kind == "advantage" ? 2 * face - 1 : 41 - 2 * face) / 400.0;
    double one = total.at(1 + bonus), twenty = total.at(20 + bonus);
    total.at(1 + bonus) = total.at(20 + bonus) = 0;
    while (dice--) {
        char sign, d;
        int sides;
        cin >> sign >> d >> sides;
        vector<double> next(200);
        for (int value = 0; value < 100; value++)
            for (int face = 1; total[value] > 0 && face <= sides; face++)
                next.at(value + (sign == '-' ? -face : face)) += total[value] / sides;
        total = next;
    }
    printf("%.9f\n", one * 0 + twenty + accumulate(total.begin() + needed, total.end(), 0.0));
}
