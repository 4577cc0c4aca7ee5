#include <bits/stdc++.h>
using namespace std;

int n, m, best = 1;
bool crosses[801][801];

void extend(int size, const vector<int> &candidates) {
    best = max(best, size);
    for (size_t i = 0; i < candidates.size(); i++) {
        vector<int> rest;
        for (size_t j = i + 1; j < candidates.size(); j++)
            if (crosses[candidates[i]][candidates[j]]) rest.push_back(candidates[j]);
        extend(size + 1, rest);
    }
}

int main() {
    scanf("%d %d", &n, &m);
    while (m--) {
        int a, b;
        scanf("%d %d", &a, &b);
        crosses[a][b] = crosses[b][a] = true;
    }
    vector<int> all(n);
    iota(all.begin(), all.end(), 1);
    extend(0, all);
    printf("%d\n", best);
}
