#include <bits/stdc++.h>
using namespace std;

int main() {
    int needed, bonus, dice;
    string kind;
    cin >> needed >> bonus >> kind >> dice;
    map<int, double> total;
    for (int face = 1; face <= 20; face++)
        total[face + bonus] = (kind == "straight" ? 20 : kind == "advantage" ? 2 * face - 1 : 41 - 2 * face) / 400.0;
    while (dice--) {
        char sign, d;
        int sides;
        cin >> sign >> d >> sides;
        map<int, double> next;
        for (auto [value, p] : total)
            for (int face = 1; face <= sides; face++) next[value + (sign == '-' ? -face : face)] += p / sides;
        total = next;
    }
    double success = 0;
    for (auto [value, p] : total)
        if (value >= needed) success += p;
    printf("%.9f\n", success);
}
