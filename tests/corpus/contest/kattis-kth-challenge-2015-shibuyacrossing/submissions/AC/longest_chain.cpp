#include <bits/stdc++.h>
using namespace std;

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    vector<vector<int>> earlier(n + 1);
    while (m--) {
        int a, b;
        scanf("%d %d", &a, &b);
        earlier[max(a, b)].push_back(min(a, b));
    }
    vector<int> chain(n + 1, 1);
    int best = 1;
    for (int person = 1; person <= n; person++) {
        for (int other : earlier[person]) chain[person] = max(chain[person], chain[other] + 1);
        best = max(best, chain[person]);
    }
    printf("%d\n", best);
}
