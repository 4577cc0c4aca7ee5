#include <bits/stdc++.h>
using namespace std;

int n;
vector<int> steps, taken;
string turns;

bool dance(int wizard) {
    if (wizard == n) return true;
    for (int sign : {-1, 1}) {
        int place = ((wizard + sign * steps[wizard]) % n + n) % n;
        if (taken[place]) continue;
        taken[place] = 1;
        turns.push_back(sign < 0 ? 'L' : 'R');
        if (dance(wizard + 1)) return true;
        turns.pop_back();
        taken[place] = 0;
    }
    return false;
}

int main() {
    cin >> n;
    steps.resize(n);
    taken.resize(n);
    for (int &s : steps) cin >> s;
    cout << (dance(0) ? turns : "no dance") << '\n';
}
